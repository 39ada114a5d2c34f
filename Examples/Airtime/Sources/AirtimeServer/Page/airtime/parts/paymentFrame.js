import { button, confirm, go, texts as page } from "../../page.js";
import { money } from "../formats.js";
import { fromBalance, leaveAfter } from "../payment/payment.js";
import { forgetPurchase } from "../payment/unfinishedPurchase.js";
import { texts } from "../texts.js";

/**
 * The row that says what a payment leaves of the balance; none where that does not cover it.
 *
 * @param {import("../payment/payment.js").Payment} payment
 * @param {{balance: number, cashback?: number, currency: string}} wallet
 * @returns {[string, string][]}
 */
export function balanceAfter({ payload }, wallet) {
  const rest = wallet.balance - fromBalance(payload, wallet);
  return rest < 0 ? [] : [[texts.review.balanceAfter, money(rest, wallet.currency)]];
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
