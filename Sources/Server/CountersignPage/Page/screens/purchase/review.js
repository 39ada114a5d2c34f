import { Refusal } from "../../calls/refusal.js";
import { button, relabel } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { money } from "../../core/formats.js";
import { go } from "../../core/navigator.js";
import { explain, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { show } from "../../core/screen.js";
import { NotWhatWasAsked } from "../../documents/askDocument.js";
import { amountOf } from "../../documents/fields.js";
import { slip } from "../../documents/slip.js";
import { cancelButton, mayLeavePayment } from "../../parts/paymentFrame.js";
import { hasPasskeys, PromptFailed } from "../../passkeys/prompt.js";
import { Changed, OutcomeUnknown, pay, proveWithPasskey } from "../../payment/pay.js";
import {
  canTryPasskey, countFailure, leavingSignal, takesPasskey, takesPIN, takeUp,
} from "../../payment/payment.js";
import { texts } from "../../texts.js";
import { record } from "../../timeline/record.js";

/**
 * Shows what will be paid, as the server will execute it, and has it approved.
 *
 * @param {import("../../payment/payment.js").Payment} payment
 * @param {{balance: number, currency: string}} wallet
 * @param {string} [message] what to say at first
 */
export function showReview(payment, wallet, message) {
  takeUp(payment);
  const { payload } = payment;
  const { root, say } = notice();
  const label = texts.review.pay(amountOf(payment.document));
  const payButton = button(label, {
    kind: "primary wide", icon: "passkey", onclick: once(() => [payButton, pinButton], approve),
  });
  const pinButton = button(texts.review.usePIN, {
    kind: "wide", icon: "pin", hidden: !takesPIN(payment),
    onclick: () => go({ to: "pin", payment, wallet }),
  });
  const reading = record("person", texts.timeline.reading);
  let isUnderWay = false;
  const canUsePasskey = hasPasskeys() && takesPasskey(payment);

  async function approve() {
    reading.end({});
    say(null);
    const signal = leavingSignal(payment);
    isUnderWay = true;
    try {
      const proof = await proveWithPasskey(payment, tell);
      say(null);
      relabel(payButton, texts.review.paying, true);
      const outcome = await pay(payment, proof);
      if (!signal.aborted) go({ to: "outcome", outcome, payment });
    } catch (error) {
      relabel(payButton, label, false);
      // Whoever has left is not brought back.
      if (!signal.aborted) settle(error);
    } finally {
      isUnderWay = false;
    }
  }

  function tell(state) {
    const isPrompted = state === "prompted" || state === "renewed";
    relabel(payButton, isPrompted ? texts.review.prompted : texts.review.checking, true);
    if (state === "renewed") say(texts.review.renewed, "plain");
    if (state === "lost") say(texts.review.lost, "plain");
  }

  async function change() {
    if (!isUnderWay || (await mayLeavePayment(payment))) go({ to: "buyAgain", earlier: payment });
  }

  function settle(error) {
    if (error instanceof OutcomeUnknown) return go({ to: "checking", sent: error.sent });
    if (error instanceof Changed) return showReview(payment, wallet, texts.review.changed);
    if (error instanceof NotWhatWasAsked) return say(texts.review.notWhatYouAsked);
    if (error instanceof PromptFailed) return promptFailed(error.kind);
    const isRefused = error instanceof Refusal && error.status === 401
      && error.reason !== "session_required";
    if (!isRefused) return explain(error, say);
    fail();
    say(texts.proofRefused, "problem", ...offerPIN(texts.review.usePIN));
  }

  function promptFailed(kind) {
    if (kind === "unavailable" && takesPIN(payment)) {
      return go({ to: "pin", payment, wallet, message: texts.biometricUnavailable });
    }
    fail();
    const { nothingPaid, nothingPaidAgain, nothingPaidLast } = texts.review;
    const again = takesPIN(payment) ? nothingPaid : nothingPaidAgain;
    const nothing = payButton.hidden ? nothingPaidLast : again;
    say(texts.biometricFailed, "problem", element("p", {}, nothing),
      ...offerPIN(texts.usePINInstead));
  }

  function fail() {
    countFailure(payment);
    payButton.hidden = !canTryPasskey(payment);
  }

  function offerPIN(text) {
    if (!takesPIN(payment)) return [element("p", {}, texts.problems.linking_required)];
    pinButton.hidden = true;
    return [button(text, { icon: "pin", onclick: () => go({ to: "pin", payment, wallet }) })];
  }

  if (message) say(message, "plain");
  else if (!canUsePasskey) {
    const setUp = button(texts.passkey.setUp, {
      icon: "passkey", onclick: () => go({ to: "security" }),
    });
    say(texts.biometricUnavailable, "plain", ...offerPIN(texts.usePINInstead),
      ...(hasPasskeys() ? [setUp] : []));
  }
  payButton.hidden = !canUsePasskey || !canTryPasskey(payment);
  const rest = money(wallet.balance - payload.amount, wallet.currency);
  const isCovered = wallet.balance >= payload.amount;
  const more = payload.useCashback || !isCovered ? [] : [[texts.review.balanceAfter, rest]];
  show({
    title: texts.review.title,
    place: "buy",
    matter: payment.matter,
    mayLeave: () => mayLeavePayment(payment),
    gone: () => reading.end({}),
    content: [
      slip(payment.document, { more }),
      root,
      element(
        "div", { class: "stack" }, payButton, pinButton,
        element(
          "div", { class: "pair" },
          button(texts.review.change, { kind: "quiet", onclick: change }),
          cancelButton(payment),
        ),
      ),
    ],
  });
}
