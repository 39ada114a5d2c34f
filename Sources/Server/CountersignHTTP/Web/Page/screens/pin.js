import { readSecondFactor } from "../calls/readSecondFactor.js";
import { Refusal, words } from "../calls/refusal.js";
import { button, relabel } from "../core/button.js";
import { element } from "../core/element.js";
import { explain } from "../core/explain.js";
import { field } from "../core/field.js";
import { showLoaded } from "../core/loading.js";
import { money } from "../core/money.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { open } from "../core/places.js";
import { hasPasskeys } from "../passkeys/prompt.js";
import { concernsPIN, isPIN, pinInput } from "../factors/pinRules.js";
import { OutcomeUnknown, pay } from "../payment/pay.js";
import { mostFailures, takeUp } from "../payment/payment.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { showChecking } from "./checking.js";
import { showOutcome } from "./outcome.js";
import { penalty } from "./penalty.js";
import { cancelButton, mayLeavePayment, showReview } from "./review.js";
import { showSetPIN } from "./setPIN.js";
import { summary } from "./summary.js";

/**
 * Has the payment approved with the PIN.
 *
 * @param {import("../payment/payment.js").Payment} payment
 * @param {object} wallet
 * @param {string} [message] why the PIN is asked for
 */
export function showPIN(payment, wallet, message) {
  takeUp(payment);
  const head = {
    title: texts.pin.title, place: "buy", matter: payment, mayLeave: () => mayLeavePayment(payment),
  };
  return showLoaded(head, () => readSecondFactor(), (factors) => draw(payment, wallet, factors, message));
}

function draw(payment, wallet, factors, message) {
  const { transaction } = payment;
  const { root, say } = notice();
  const pin = field({ id: "pin", label: texts.pin.label, ...pinInput });
  const label = texts.pin.pay(money(transaction.amount, transaction.currency));
  const submit = button(label, { kind: "primary wide", type: "submit" });
  const form = element(
    "form", { novalidate: true, onsubmit: once(() => [submit, passkey], approve) }, pin.root, submit,
  );
  const hold = penalty(submit, say);

  async function approve() {
    if (!isPIN(pin.input.value)) return pin.setError(texts.pin.form);
    pin.setError(null);
    say(null);
    relabel(submit, texts.review.checking, true);
    const { signal } = payment.leaving;
    try {
      const outcome = await pay(payment, { pin: pin.input.value });
      if (!signal.aborted) showOutcome(outcome, payment);
    } catch (error) {
      pin.input.value = "";
      if (signal.aborted) return;
      if (error instanceof OutcomeUnknown) return showChecking(payment);
      if (error instanceof Refusal && concernsPIN.has(error.reason)) return lookAgain(error);
      if (error instanceof Refusal && error.reason === "pin_missing") return missing();
      if (error instanceof Refusal && error.reason === "linking_required") return notEnough(error);
      explain(error, say);
    } finally {
      relabel(submit, label, false);
    }
  }

  async function lookAgain(error) {
    const fresh = await readSecondFactor().catch(() => null);
    if (fresh?.isBlocked) return blocked();
    hold.begin(error, fresh);
    pin.input.focus();
  }

  /** No PIN is enough for this payment, however often it is given. */
  function notEnough(error) {
    form.hidden = true;
    const setUp = button(texts.passkey.setUp, { icon: "passkey", onclick: () => open("security") });
    say(words(error), "problem", ...(factors.hasBiometrics || !hasPasskeys() ? [] : [setUp]));
  }

  function blocked() {
    form.hidden = true;
    say(`${texts.pin.blocked} ${texts.pin.blockedAction}`);
  }

  function missing() {
    form.hidden = true;
    if (factors.hasDevicePIN) return say(texts.pin.onPhone, "plain");
    say(message ? `${message}. ${texts.pin.missing}` : texts.pin.missing, "plain",
      button(texts.pin.missingAction, {
        icon: "pin",
        onclick: () => showSetPIN(factors, (text) => {
          begin("pay");
          return showPIN(payment, wallet, text ?? message);
        }),
      }));
  }

  if (message) say(message, "plain");
  if (factors.isBlocked) blocked();
  else if (!factors.hasPIN) missing();
  else hold.resume(factors);
  const canUsePasskey = factors.hasBiometrics && hasPasskeys() && payment.failures < mostFailures;
  const passkey = button(texts.pin.usePasskey, {
    kind: "wide", icon: "passkey", onclick: () => showReview(payment, wallet),
  });
  return {
    content: [
      summary(transaction),
      root,
      form,
      element("div", { class: "stack" }, canUsePasskey ? passkey : null, cancelButton(payment)),
    ],
    gone: hold.stop,
  };
}
