import { Refusal } from "../calls/refusal.js";
import { readSecondFactor } from "../calls/secondFactor.js";
import { readTransaction } from "../calls/transactions.js";
import {
  askDocument, canAct, NotWhatWasAsked, wordsOfWait,
} from "../documents/askDocument.js";
import { isSame, isWordForWord } from "../documents/compare.js";
import { readableDocument } from "../documents/readDocument.js";
import { hasPasskeys } from "../passkeys/prompt.js";
import { texts } from "../texts.js";
import { review } from "./states.js";
import { take } from "./waiting.js";

/** Idempotency keys, by transaction: one that is opened again keeps them. */
const keys = new Map();

/** The refusals that say what has become of a transaction, between two questions or before. */
const endings = {
  already_approved: "alreadyApproved", already_denied: "alreadyDenied",
  transaction_expired: "expired", not_found: "gone",
};

/**
 * Checks a transaction with the server before it is shown, and gets a challenge for it.
 *
 * @param {string} id
 * @param {object} [listed] as the list has it; left out where its address alone is known
 * @returns {Promise<import("../core/navigator.js").Destination>} its review or, where it waits no
 *   more, what has become of it
 * @throws {NotWhatWasAsked} where it is not what was listed; or what a call throws
 */
export async function openReview(id, listed) {
  try {
    return await open(id, listed);
  } catch (error) {
    const ending = error instanceof Refusal ? endings[error.reason] : undefined;
    if (!ending) throw error;
    return { to: "decided", transaction: listed ?? { transactionID: id }, ending };
  }
}

async function open(id, listed) {
  const [read, factors] = await Promise.all([readTransaction(id), readSecondFactor()]);
  if (read.status !== "pending") {
    take(read);
    return { to: "over", transaction: read };
  }
  const expected = listed ? listed.document : readableDocument(read.document);
  const isExpected = (document) => document !== null && expected !== null
    && isSame(document, expected);
  if (!isExpected(readableDocument(read.document))) throw new NotWhatWasAsked();
  const { document, ways, ...challenge } = await ask(id, isExpected);
  if (!keys.has(id)) {
    keys.set(id, { approve: crypto.randomUUID(), deny: crypto.randomUUID() });
  }
  return {
    to: "approve",
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
    codes: canAct(ways, "validateCode"),
    pin: canAct(ways, "pin"),
  };
}
