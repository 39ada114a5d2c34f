import { readLinkedOptions } from "../calls/readLinkedOptions.js";
import { readSecondFactor } from "../calls/readSecondFactor.js";
import { readTransaction } from "../calls/readTransaction.js";
import { requireTerms } from "../core/deployment.js";
import { isSame, NotWhatWasAsked } from "../payment/askChallenge.js";
import { record } from "../timeline/record.js";
import { texts } from "../texts.js";
import { take } from "./waiting.js";
import { waysToApprove } from "./waysToApprove.js";

/**
 * @typedef {object} Review one transaction from its screen to its outcome
 * @property {string} id
 * @property {object} transaction exactly what is decided on, and nothing of how far it has come
 * @property {object} factors the second factor as it stood
 * @property {{passkey: boolean, codes: boolean, pin: boolean, isLow: boolean}} ways
 * @property {{options: object, askedAt: number}|null} challenge where a passkey may approve
 * @property {{approve: string, deny: string}} keys idempotency keys: whatever is sent again, it is
 *   decided once
 * @property {AbortController} leaving ends a prompt and questions that are under way; what comes
 *   after it is shown to nobody
 * @property {boolean} isDeciding whether a decision was sent whose answer is not known
 * @property {object|null} missed what was decided elsewhere meanwhile
 * @property {boolean} isRenewed whether an expired challenge was replaced already
 * @property {number} failures prompts that gave nothing
 * @property {number} refusals assertions that the server refused
 * @property {number} wrongCodes
 * @property {{answer: object, at: number}|null} mailed the newest code that was mailed for it
 */

/** Idempotency keys, by transaction: one that is opened again keeps them. */
const keys = new Map();

/**
 * Checks a transaction with the server before it is shown, and gets a challenge for it.
 *
 * @param {object} listed as the list has it
 * @returns {Promise<Review|{over: object}>} `over` is the transaction where it is decided already
 * @throws {NotWhatWasAsked} where it is not what was listed; or what a call throws
 */
export async function openReview(listed) {
  const { transactionID: id } = listed;
  const [read, factors] = await Promise.all([
    readTransaction(id), readSecondFactor(), requireTerms(),
  ]);
  if (read.status !== "pending") {
    take(read);
    return { over: read };
  }
  const transaction = matterOf(read);
  requireSame(matterOf(listed), transaction);
  if (!keys.has(id)) {
    keys.set(id, { approve: crypto.randomUUID(), deny: crypto.randomUUID() });
  }
  const ways = waysToApprove(transaction, factors);
  return {
    id, transaction, factors, ways, keys: keys.get(id),
    challenge: ways.passkey ? await askReviewChallenge(transaction) : null,
    leaving: new AbortController(), isDeciding: false, missed: null, isRenewed: false,
    failures: 0, refusals: 0, wrongCodes: 0, mailed: null,
  };
}

/**
 * Gets a challenge that is linked to a transaction, and sees that it is the one that is shown.
 *
 * @param {object} shown
 * @throws {NotWhatWasAsked}
 */
export async function askReviewChallenge(shown) {
  const { transaction, ...options } = await readLinkedOptions(
    "AUTHORIZE_TRANSACTION", { transactionID: shown.transactionID });
  requireSame(shown, transaction);
  return { options, askedAt: performance.now() };
}

function requireSame(shown, answered) {
  const step = record("local", texts.timeline.compareShown, "same");
  const isShown = Boolean(answered) && isSame(shown, answered);
  step.end({ isFailed: !isShown });
  if (!isShown) throw new NotWhatWasAsked();
}

/** What is decided on, without how far that has come. */
const matterOf = ({ status, decidedAt, userInput, ...matter }) => matter;
