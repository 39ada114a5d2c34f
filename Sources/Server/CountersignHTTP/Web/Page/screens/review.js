import { Refusal } from "../calls/refusal.js";
import { button, relabel } from "../core/button.js";
import { confirm } from "../core/confirm.js";
import { element } from "../core/element.js";
import { explain } from "../core/explain.js";
import { money } from "../core/money.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { open } from "../core/places.js";
import { show } from "../core/screen.js";
import { hasPasskeys, PromptFailed } from "../passkeys/prompt.js";
import { NotWhatWasAsked } from "../payment/askChallenge.js";
import { OutcomeUnknown, pay } from "../payment/pay.js";
import { mostFailures, takeUp } from "../payment/payment.js";
import { Changed, proveWithPasskey } from "../payment/proveWithPasskey.js";
import { texts } from "../texts.js";
import { record } from "../timeline/record.js";
import { showBuy } from "./buy.js";
import { showChecking } from "./checking.js";
import { showOutcome } from "./outcome.js";
import { showPIN } from "./pin.js";
import { summary } from "./summary.js";

/**
 * Asks before a payment is left; offline there is nobody to leave it to.
 *
 * @param {import("../payment/payment.js").Payment} payment
 * @returns {Promise<boolean>}
 */
export async function mayLeavePayment(payment) {
  if (!navigator.onLine) return true;
  if (payment.question) return payment.question;
  payment.question = confirm(payment.isSent ? texts.review.leaveSent : texts.review.leave);
  const isLeft = await payment.question;
  payment.question = null;
  // At once, before whatever waits for the answer goes on.
  if (isLeft) payment.leaving.abort();
  return isLeft;
}

/**
 * Shows what will be paid, as the server will execute it, and has it approved.
 *
 * @param {import("../payment/payment.js").Payment} payment
 * @param {{balance: number, currency: string}} wallet
 * @param {string} [message] what to say at first
 */
export function showReview(payment, wallet, message) {
  takeUp(payment);
  const { transaction } = payment;
  const { root, say } = notice();
  const label = texts.review.pay(money(transaction.amount, transaction.currency));
  const payButton = button(label, {
    kind: "primary wide", icon: "passkey", onclick: once(() => [payButton, pinButton], approve),
  });
  const pinButton = button(texts.review.usePIN, {
    kind: "wide", icon: "pin", onclick: () => showPIN(payment, wallet),
  });
  const reading = record("person", texts.timeline.reading);
  let isUnderWay = false;
  const canUsePasskey = hasPasskeys() && payment.options.allowCredentials.length > 0;

  async function approve() {
    reading.end({});
    say(null);
    const { signal } = payment.leaving;
    isUnderWay = true;
    try {
      const proof = await proveWithPasskey(payment, tell);
      say(null);
      relabel(payButton, texts.review.paying, true);
      const outcome = await pay(payment, proof);
      if (!signal.aborted) showOutcome(outcome, payment);
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
    if (!isUnderWay || (await mayLeavePayment(payment))) showBuy(payment);
  }

  function settle(error) {
    if (error instanceof OutcomeUnknown) return showChecking(payment);
    if (error instanceof Changed) return showReview(payment, wallet, texts.review.changed);
    if (error instanceof NotWhatWasAsked) return say(texts.review.notWhatYouAsked);
    if (error instanceof PromptFailed) return promptFailed(error.kind);
    const isRefused = error instanceof Refusal && error.status === 401
      && error.reason !== "session_required";
    if (!isRefused) return explain(error, say);
    countFailure();
    say(texts.proofRefused, "problem", offerPIN(texts.review.usePIN));
  }

  function promptFailed(kind) {
    if (kind === "unavailable") return showPIN(payment, wallet, texts.biometricUnavailable);
    countFailure();
    const nothing = payButton.hidden ? texts.review.nothingPaidLast : texts.review.nothingPaid;
    say(texts.biometricFailed, "problem", element("p", {}, nothing), offerPIN(texts.usePINInstead));
  }

  function countFailure() {
    payment.failures += 1;
    payButton.hidden = payment.failures >= mostFailures;
  }

  function offerPIN(text) {
    pinButton.hidden = true;
    return button(text, { icon: "pin", onclick: () => showPIN(payment, wallet) });
  }

  if (message) say(message, "plain");
  else if (!canUsePasskey) {
    const setUp = button(texts.passkey.setUp, { icon: "passkey", onclick: () => open("security") });
    say(texts.biometricUnavailable, "plain", offerPIN(texts.usePINInstead),
      ...(hasPasskeys() ? [setUp] : []));
  }
  payButton.hidden = !canUsePasskey || payment.failures >= mostFailures;
  const after = transaction.useCashback
    ? [] : [[texts.review.balanceAfter, money(wallet.balance - transaction.amount, wallet.currency)]];
  show({
    title: texts.review.title,
    place: "buy",
    matter: payment,
    mayLeave: () => mayLeavePayment(payment),
    gone: () => reading.end({}),
    content: [
      summary(transaction, wallet.balance < transaction.amount ? [] : after),
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

/** Leaves a payment, after asking. @param {import("../payment/payment.js").Payment} payment */
export function cancelButton(payment) {
  return button(texts.cancel, {
    kind: "quiet",
    onclick: async () => {
      if (await mayLeavePayment(payment)) open("home");
    },
  });
}
