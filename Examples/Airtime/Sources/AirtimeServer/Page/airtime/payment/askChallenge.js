import { answers, askDocument, texts as page } from "../../page.js";

const scenario = "TOP_UP";

/**
 * Gets a challenge for a payload, and sees that its document is what was asked for.
 *
 * @param {object} payload
 * @returns {Promise<import("../../documents/askDocument.js").Linked>}
 * @throws {import("../../documents/askDocument.js").NotWhatWasAsked}
 */
export const askChallenge = (payload) => askDocument(
  scenario, payload, page.timeline.compare,
  (document) => answers(document, scenario, { useCashback: false, ...payload }));
