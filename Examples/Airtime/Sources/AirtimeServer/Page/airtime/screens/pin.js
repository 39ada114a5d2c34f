import {
  amountOf, begin, button, concernsPIN, element, explain, field, go, hasPasskeys, isHeld, isPIN,
  notice, once, penalty, pinInput, readSecondFactor, Refusal, relabel, showLoaded,
  slip, texts as page, words, wordsOfLimit,
} from "../../page.js";
import { balanceAfter, cancelButton, mayLeavePayment, reviewAgain } from "../parts/paymentFrame.js";
import { passkeyOffer, recoverButton } from "../parts/setUpPasskey.js";
import { OutcomeUnknown, pay } from "../payment/pay.js";
import {
  isLost, leavingSignal, notePINBlocked, notePINSet, notePINTooWeak, takesPhone, takeUp,
} from "../payment/payment.js";
import { texts } from "../texts.js";

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
    title: page.pin.title, place: "buy", matter: payment.matter,
    mayLeave: () => mayLeavePayment(payment),
  };
  return showLoaded(
    head, () => readSecondFactor(), (factors) => draw(payment, wallet, factors, message));
}

function draw(payment, wallet, factors, message) {
  const { root, say } = notice();
  const pin = field({ id: "pin", label: page.pin.label, ...pinInput });
  const label = texts.pin.pay(amountOf(payment.document));
  const submit = button(label, { kind: "primary wide", type: "submit" });
  const form = element(
    "form", { novalidate: true, onsubmit: once(() => [submit, passkey, otherWay], approve) },
    pin.root, submit,
  );
  const hold = penalty(submit, say);

  async function approve() {
    if (!isPIN(pin.input.value)) return pin.setError(page.pin.form);
    pin.setError(null);
    say(null);
    relabel(submit, page.approve.checking, true);
    const signal = leavingSignal(payment);
    try {
      const outcome = await pay(payment, { pin: pin.input.value });
      if (!signal.aborted) go({ to: "outcome", outcome, payment });
    } catch (error) {
      pin.input.value = "";
      if (signal.aborted) return;
      if (error instanceof OutcomeUnknown) return go({ to: "checking", sent: error.sent });
      if (error instanceof Refusal && concernsPIN.has(error.reason)) return lookAgain(error);
      if (error instanceof Refusal && error.reason === "pin_missing") return missing();
      if (error instanceof Refusal && error.reason === "linking_required") return notEnough();
      if (error instanceof Refusal && error.reason === "insufficient_funds") {
        return notCovered(error);
      }
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
  function notEnough() {
    form.hidden = true;
    notePINTooWeak(payment);
    const offers = takesPhone(payment) ? [phoneButton(page.handover.use)] : [];
    if (!factors.hasPasskey && hasPasskeys()) {
      offers.push(...passkeyOffer(payment, wallet, say, factors));
    }
    say(wordsOfLimit(payment.document), "problem", ...offers);
  }

  /** No proof mends it: the way on is another amount. */
  function notCovered(error) {
    form.hidden = true;
    passkey.hidden = otherWay.hidden = true;
    say(words(error), "problem", button(texts.review.change, {
      onclick: () => go({ to: "buyAgain", earlier: payment }),
    }));
  }

  function blocked() {
    form.hidden = true;
    const { blockedAction } = texts.pin;
    notePINBlocked(payment, factors);
    if (isLost(payment)) {
      return say(page.pin.blockedAlone, "problem", recoverButton(payment, wallet));
    }
    say(factors.hasPasskey ? `${page.pin.blocked} ${blockedAction}` : page.pin.blocked, "problem",
      takesPhone(payment) && phoneButton(page.handover.use));
  }

  function phoneButton(label) {
    return button(label, { icon: "phone", onclick: () => go({ to: "onPhone", payment, wallet }) });
  }

  function missing() {
    form.hidden = true;
    const onPhone = factors.hasPasskey ? texts.pin.onPhone : texts.pin.onlyOnPhone;
    if (takesPhone(payment)) return say(onPhone, "plain", phoneButton(page.handover.usePIN));
    if (factors.hasDevicePIN) return say(onPhone, "plain");
    say(message ? `${message}. ${texts.pin.missing}` : texts.pin.missing, "plain",
      button(texts.pin.missingAction, {
        icon: "pin",
        onclick: () => go({ to: "setPIN", factors, leave: comeBack }),
      }));
  }

  function comeBack(text) {
    if (text) notePINSet(payment);
    begin("pay");
    return showPIN(payment, wallet, text ?? message);
  }

  if (message) say(message, "plain");
  if (factors.isBlocked) blocked();
  else if (!factors.hasPIN) missing();
  else hold.resume(factors);
  const canUsePasskey = factors.hasPasskey && hasPasskeys()
    && !isHeld(payment.passkey.heldUntil);
  const passkey = button(texts.pin.usePasskey, {
    kind: "wide", icon: "passkey", onclick: () => go({ to: "reviewPayment", payment, wallet }),
  });
  // Where the phone is the other way, the review names it, and what else there is by then.
  const otherWay = button(texts.pin.otherWay, {
    kind: "wide", hidden: canUsePasskey || !takesPhone(payment),
    onclick: once(() => [otherWay, submit], () => reviewAgain(payment, wallet)),
  });
  return {
    content: [
      slip(payment.document, { more: balanceAfter(payment, wallet) }),
      root,
      form,
      element(
        "div", { class: "stack" }, canUsePasskey ? passkey : null, otherWay,
        cancelButton(payment)),
    ],
    gone: hold.stop,
  };
}
