import { answers, askDocument, readSecondFactor, texts as page, wayOf } from "../../page.js";

const scenario = "TOP_UP";

/**
 * Gets a challenge for a payload, and sees that its document is what was asked for.
 *
 * @param {object} payload
 * @returns {Promise<import("../../documents/askDocument.js").Linked & {factors: object|null}>}
 *   `factors` is the second factor of an account without a passkey: it says what a new one would be
 *   worth
 * @throws {import("../../documents/askDocument.js").NotWhatWasAsked}
 */
export async function askChallenge(payload) {
  const linked = await askDocument(
    scenario, payload, page.timeline.compare,
    (document) => answers(document, scenario, { useCashback: false, ...payload }));
  const lacksPasskey = wayOf(linked.ways, "assertion")?.reason === "credential_missing";
  // Where the server does not say, nothing is said of it either.
  const factors = lacksPasskey ? await readSecondFactor().catch(() => null) : null;
  return { ...linked, factors };
}
