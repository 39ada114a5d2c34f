import { readLinkedOptions } from "../calls/credentials.js";
import { approvalPolicy, requireTerms } from "../calls/deployment.js";
import { readSecondFactor } from "../calls/secondFactor.js";
import { readTransaction } from "../calls/transactions.js";
import { hasPasskeys } from "../passkeys/prompt.js";
import { isSame, NotWhatWasAsked } from "../payment/askChallenge.js";
import { texts } from "../texts.js";
import { record } from "../timeline/record.js";
import { review } from "./states.js";
import { take } from "./waiting.js";

/** Idempotency keys, by transaction: one that is opened again keeps them. */
const keys = new Map();

/**
 * Checks a transaction with the server before it is shown, and gets a challenge for it.
 *
 * @param {object} listed as the list has it
 * @returns {Promise<{state: "opened", review: import("./states.js").Review}
 *   | {state: "over", transaction: object}>} `over` where it is decided already
 * @throws {NotWhatWasAsked} where it is not what was listed; or what a call throws
 */
export async function openReview(listed) {
  const { transactionID: id } = listed;
  const [read, factors] = await Promise.all([
    readTransaction(id), readSecondFactor(), requireTerms(),
  ]);
  if (read.status !== "pending") {
    take(read);
    return { state: "over", transaction: read };
  }
  const transaction = matterOf(read);
  requireSame(matterOf(listed), transaction);
  if (!keys.has(id)) {
    keys.set(id, { approve: crypto.randomUUID(), deny: crypto.randomUUID() });
  }
  const ways = waysToApprove(transaction, factors);
  const challenge = ways.passkey ? await askReviewChallenge(transaction) : null;
  return {
    state: "opened",
    review: review({ id, transaction, keys: keys.get(id), factors, ways, challenge }),
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

/**
 * Which proofs may approve a transaction here. The server judges them anew.
 *
 * @param {{amount: number, currency: string}} transaction
 * @param {{hasBiometrics: boolean, hasPIN: boolean, isBlocked: boolean}} factors
 * @returns {{passkey: boolean, codes: boolean, pin: boolean, isLow: boolean}} `isLow` says whether
 *   the amount is one that a PIN or codes are enough for
 */
function waysToApprove({ amount, currency }, factors) {
  const { level, fallback, limit, currency: own } = approvalPolicy();
  // What another currency's amount is worth is not known: it counts as high.
  const isLow = amount <= limit && currency === own;
  const stands = (name) => level !== "biometricsOnly" && fallback.includes(name) && isLow;
  return {
    passkey: level !== "fallbackOnly" && hasPasskeys() && factors.hasBiometrics,
    codes: stands("codes"),
    pin: stands("pin") && factors.hasPIN && !factors.isBlocked,
    isLow,
  };
}
