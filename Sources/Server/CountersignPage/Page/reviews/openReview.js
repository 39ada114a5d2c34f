import { readSecondFactor } from "../calls/secondFactor.js";
import { readTransaction } from "../calls/transactions.js";
import {
  askDocument, canAct, NotWhatWasAsked, wayOf, wordsOfWait,
} from "../documents/askDocument.js";
import { isSame, isWordForWord } from "../documents/compare.js";
import { readableDocument } from "../documents/readDocument.js";
import { hasPasskeys } from "../passkeys/prompt.js";
import { texts } from "../texts.js";
import { review } from "./states.js";
import { take } from "./waiting.js";

/** Idempotency keys, by transaction: one that is opened again keeps them. */
const keys = new Map();

/**
 * Checks a transaction with the server before it is shown, and gets a challenge for it.
 *
 * @param {object} listed as the list has it
 * @returns {Promise<{state: "opened", review: import("./states.js").Review, why: string|null}
 *   | {state: "over", transaction: object}>} `over` where it is decided already; `why` is said of a
 *   passkey that is too new for it
 * @throws {NotWhatWasAsked} where it is not what was listed; or what a call throws
 */
export async function openReview(listed) {
  const { transactionID: id } = listed;
  const [read, factors] = await Promise.all([readTransaction(id), readSecondFactor()]);
  if (read.status !== "pending") {
    take(read);
    return { state: "over", transaction: read };
  }
  const isListed = (document) => document !== null && isSame(document, listed.document);
  if (!isListed(readableDocument(read.document))) throw new NotWhatWasAsked();
  const { document, ways, ...challenge } = await ask(id, isListed);
  if (!keys.has(id)) {
    keys.set(id, { approve: crypto.randomUUID(), deny: crypto.randomUUID() });
  }
  return {
    state: "opened",
    why: wordsOfWait(ways),
    review: review({
      id, transaction: read, document, keys: keys.get(id), factors, ways: waysHere(ways), challenge,
    }),
  };
}

/**
 * Gets a new challenge for a review, linked to the shown document.
 *
 * @param {import("./states.js").Review} review
 * @returns {Promise<{options: object, askedAt: number}>}
 * @throws {NotWhatWasAsked}
 */
export const askAgain = ({ id, document: shown }) =>
  ask(id, (document) => isWordForWord(document, shown));

const ask = (id, isExpected) => askDocument(
  "AUTHORIZE_TRANSACTION", { transactionID: id }, texts.timeline.compareShown, isExpected);

/**
 * The ways to approve a transaction here, by those that the server says this account has.
 *
 * @param {import("../documents/askDocument.js").Way[]} ways
 * @returns {import("./states.js").Ways}
 */
function waysHere(ways) {
  return {
    named: ways,
    passkey: canAct(ways, "assertion") && hasPasskeys(),
    takesPasskey: wayOf(ways, "assertion") !== undefined,
    codes: canAct(ways, "validateCode"),
    pin: canAct(ways, "pin"),
    needsPasskey: ways.some(({ reason }) => reason === "linking_required"),
  };
}
