import { button, confirm, go, texts as page } from "../../page.js";
import { leaveAfter } from "../payment/payment.js";
import { forgetPurchase } from "../payment/unfinishedPurchase.js";
import { texts } from "../texts.js";

/**
 * Asks before a payment is left; offline there is nobody to leave it to.
 *
 * @param {import("../payment/payment.js").Payment} payment
 * @returns {Promise<boolean>}
 */
export async function mayLeavePayment(payment) {
  const isLeft = !navigator.onLine || (await leaveAfter(
    payment, (isSent) => confirm(isSent ? texts.review.leaveSent : texts.review.leave)));
  if (isLeft) forgetPurchase();
  return isLeft;
}

/** Leaves a payment, after asking. @param {import("../payment/payment.js").Payment} payment */
export function cancelButton(payment) {
  return button(page.cancel, {
    kind: "quiet",
    onclick: async () => {
      if (await mayLeavePayment(payment)) go({ to: "home" });
    },
  });
}
