import { button, confirm, go, isWordForWord, noteScreen, texts as page } from "../../page.js";
import { money } from "../formats.js";
import { askChallenge } from "../payment/askChallenge.js";
import { fromBalance, leaveAfter, replaceChallenge } from "../payment/payment.js";
import { forgetPurchase } from "../payment/unfinishedPurchase.js";
import { texts } from "../texts.js";

/**
 * The rows that say what a payment takes, where cashback pays a part, and what it leaves of the
 * balance; none where that does not cover it.
 *
 * @param {import("../payment/payment.js").Payment} payment
 * @param {{balance: number, cashback?: number, currency: string}} wallet
 * @returns {[string, string][]}
 */
export function balanceAfter({ payload }, wallet) {
  const taken = fromBalance(payload, wallet);
  const rest = wallet.balance - taken;
  if (rest < 0) return [];
  return [
    ...partsOf(payload.amount, payload.amount - taken, wallet.currency),
    [texts.review.balanceAfter, money(rest, wallet.currency)],
  ];
}

/**
 * The rows that say what cashback pays of an amount, and what the balance does; none without it.
 *
 * @param {number} amount
 * @param {number} fromCashback
 * @param {string} currency
 * @returns {[string, string][]}
 */
export const partsOf = (amount, fromCashback, currency) => (fromCashback > 0 ? [
  [texts.review.fromCashback, money(fromCashback, currency)],
  [texts.review.fromBalance, money(amount - fromCashback, currency)],
] : []);

/**
 * Goes back to the review with the ways that approve the payment now: they are others by then.
 *
 * @param {import("../payment/payment.js").Payment} payment
 * @param {object} wallet
 * @param {string} [done] what is said there, unless the payment has changed
 */
export async function reviewAgain(payment, wallet, done) {
  const isHere = noteScreen();
  const shown = payment.document;
  try {
    const challenge = await askChallenge(payment.payload);
    if (!isHere()) return;
    replaceChallenge(payment, challenge);
    const message = isWordForWord(shown, payment.document) ? done : texts.review.changed;
    go({ to: "reviewPayment", payment, wallet, message });
  } catch {
    // The form asks once more, and says what is wrong.
    if (isHere()) go({ to: "buyAgain", earlier: payment });
  }
}

/**
 * Asks before a payment is left; offline there is nobody to leave it to.
 *
 * @param {import("../payment/payment.js").Payment} payment
 * @param {Parameters<typeof confirm>[0]} [question] asked before it is sent
 * @returns {Promise<boolean>}
 */
export async function mayLeavePayment(payment, question = texts.review.leave) {
  const isLeft = !navigator.onLine || (await leaveAfter(
    payment, (isSent) => confirm(isSent ? texts.review.leaveSent : question)));
  if (isLeft) forgetPurchase();
  return isLeft;
}

/**
 * Leaves a payment, after asking.
 *
 * @param {import("../payment/payment.js").Payment} payment
 * @param {Parameters<typeof confirm>[0]} [question]
 */
export function cancelButton(payment, question) {
  return button(page.cancel, {
    kind: "quiet",
    onclick: async () => {
      if (await mayLeavePayment(payment, question)) go({ to: "home" });
    },
  });
}
