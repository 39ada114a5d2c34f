import {
  amountOf, button, element, explain, go, hasPasskeys, holdBack, isByPhonePIN, isHeld, mainPart,
  moment, noteScreen, notice, NotWhatWasAsked, once, PromptFailed, readSecondFactor, record,
  Refusal, relabel, show, slip, texts as page, untilOfWait, unusableWays, wordsOfLimit, wordsOfWait,
} from "../../page.js";
import { balanceAfter, cancelButton, mayLeavePayment } from "../parts/paymentFrame.js";
import { passkeyOffer, recoverButton } from "../parts/setUpPasskey.js";
import { Changed, OutcomeUnknown, pay, proveWithPasskey } from "../payment/pay.js";
import {
  countFailure, fromBalance, isLost, isPasskeyOnPhone, lacksPasskey, lacksPIN, leavingSignal,
  needsPasskey, notePINSet, takesNothing, takesPasskey, takesPhone, takesPIN, takeUp, wouldWait,
} from "../payment/payment.js";
import { keepApproval } from "../payment/unfinishedPurchase.js";
import { texts } from "../texts.js";

/**
 * Shows what will be paid, as the server will execute it, and has it approved.
 *
 * @param {import("../payment/payment.js").Payment} payment
 * @param {{balance: number, cashback?: number, currency: string}} wallet
 * @param {string} [message] what to say at first
 */
export function showReview(payment, wallet, message) {
  takeUp(payment);
  keepApproval(payment);
  const { payload } = payment;
  const shown = notice();
  const { say } = shown;
  const label = texts.review.pay(amountOf(payment.document));
  const payButton = button(label, {
    kind: "primary wide", icon: "passkey", onclick: once(() => [payButton, pinButton, phoneButton], approve),
  });
  const isCovered = wallet.balance >= fromBalance(payload, wallet);
  const canUsePasskey = hasPasskeys() && takesPasskey(payment);
  const pinButton = button(canUsePasskey ? page.approve.usePIN : page.approve.byPIN, {
    kind: "wide", icon: "pin", hidden: !takesPIN(payment) || !isCovered,
    onclick: () => go({ to: "pin", payment, wallet }),
  });
  const phoneButton = button(page.handover.use, {
    kind: canUsePasskey ? "wide" : "primary wide", icon: "phone", hidden: !takesPhone(payment) || !isCovered, onclick: askPhone,
  });
  const reading = record("person", page.timeline.reading);
  let isUnderWay = false;
  let stopHold = () => {};

  async function approve() {
    reading.end({});
    say(null);
    phoneButton.hidden = !takesPhone(payment);
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
    relabel(payButton, isPrompted ? page.approve.prompted : page.approve.checking, true);
    if (state === "renewed") say(page.approve.renewed, "plain");
    if (state === "lost") say(texts.review.lost, "plain");
  }

  function askPhone() {
    go({ to: "onPhone", payment, wallet });
  }

  async function change() {
    if (!isUnderWay || (await mayLeavePayment(payment))) go({ to: "buyAgain", earlier: payment });
  }

  function settle(error) {
    if (error instanceof OutcomeUnknown) return go({ to: "checking", sent: error.sent });
    if (error instanceof Changed) return showReview(payment, wallet, texts.review.changed);
    if (error instanceof NotWhatWasAsked) return say(texts.review.notWhatYouAsked);
    if (error instanceof PromptFailed) return promptFailed(error.kind);
    if (error instanceof Refusal && error.reason === "insufficient_funds") return notCovered();
    const isRefused = error instanceof Refusal && error.status === 401
      && error.reason !== "session_required";
    if (!isRefused) return explain(error, say);
    fail();
    const text = takesPIN(payment) ? page.proofRefused : page.approve.proofRefused;
    say(text, "problem", ...offerPIN(page.approve.usePIN));
  }

  function promptFailed(kind) {
    if (kind === "unavailable" && takesPIN(payment)) {
      return go({ to: "pin", payment, wallet, message: page.biometricUnavailable });
    }
    fail();
    const { nothingPaid, nothingPaidAgain, nothingPaidLater } = texts.review;
    const again = takesPIN(payment) ? nothingPaid : nothingPaidAgain;
    const nothing = isHeld(payment.passkey.heldUntil) ? nothingPaidLater : again;
    say(page.biometricFailed, "problem", element("p", {}, nothing),
      ...offerPIN(page.usePINInstead));
  }

  function fail() {
    countFailure(payment);
    hold();
  }

  function hold() {
    stopHold();
    stopHold = holdBack(payButton, label, payment.passkey.heldUntil);
  }

  /** No proof mends it: none is asked for, and the way on is another amount. */
  function notCovered() {
    payButton.hidden = pinButton.hidden = phoneButton.hidden = true;
    say(page.problems.insufficient_funds, "problem",
      button(texts.review.change, { onclick: change }));
  }

  function offerPIN(text) {
    if (takesPhone(payment)) {
      phoneButton.hidden = true;
      return [button(page.handover.use, { icon: "phone", onclick: askPhone })];
    }
    if (needsPasskey(payment)) return [element("p", {}, wordsOfLimit(payment.document))];
    if (lacksPIN(payment)) {
      // Beside a passkey that passkey sets it, which is not at hand.
      if (!lacksPasskey(payment)) return [];
      return [button(texts.pin.missingAction, { icon: "pin", onclick: once(() => [], setPIN) })];
    }
    if (!takesPIN(payment)) return [];
    pinButton.hidden = true;
    return [button(text, { icon: "pin", onclick: () => go({ to: "pin", payment, wallet }) })];
  }

  /** Sets a PIN on the way, which then approves the payment. */
  async function setPIN() {
    const isHere = noteScreen();
    try {
      const factors = await readSecondFactor();
      if (isHere()) go({ to: "setPIN", factors, leave: comeBack });
    } catch (error) {
      explain(error, say);
    }
  }

  function comeBack(done) {
    if (!done) return go({ to: "reviewPayment", payment, wallet });
    notePINSet(payment);
    return go({ to: "pin", payment, wallet, message: done });
  }

  /** The reasons of the ways that the notice offers to set up: nothing is said of them below. */
  let mended = [];
  const newPIN = lacksPIN(payment) && lacksPasskey(payment) && !takesPhone(payment)
    ? ["pin_missing"] : [];
  const wait = wordsOfWait(payment.ways);
  // Nothing approves it before the passkey has waited: the person is to know that, and from when.
  const notYet = wait && takesNothing(payment)
    ? [element("p", {}, notBefore(untilOfWait(payment.ways)))] : [];
  if (!isCovered) notCovered();
  else if (message) say(message, "plain", ...notYet);
  else if (wait) say(wait, "plain", ...notYet, ...(takesNothing(payment) ? []
    : offerPIN(page.usePINInstead)));
  else if (isPasskeyOnPhone(payment)) {
    const { passkeyOnPhone } = texts.review;
    say(takesPhone(payment) ? passkeyOnPhone : page.problems.credential_on_device, "plain");
  } else if (lacksPasskey(payment) && isByPhonePIN(payment.ways)
    && !takesPIN(payment)) {
    // Where the PIN is on a phone, or blocked here, the account adds no passkey here.
    say(texts.review.onPhone, "plain");
  } else if (lacksPasskey(payment) && isLost(payment)) {
    mended = ["credential_missing", "second_factor_blocked"];
    say(page.pin.blockedAlone, "plain", recoverButton(payment, wallet));
  } else if (hasPasskeys() && lacksPasskey(payment)) {
    const setUp = passkeyOffer(payment, wallet, say);
    const offers = offerPIN(page.approve.usePIN);
    mended = ["credential_missing", ...newPIN];
    say(wouldWait(payment) ? texts.review.noPasskeyYet : texts.review.noPasskey, "plain",
      ...(needsPasskey(payment) ? [...offers, ...setUp] : [...setUp, ...offers]));
  } else if (!canUsePasskey) {
    const offers = offerPIN(page.usePINInstead);
    mended = newPIN;
    const next = offers.length > 0 ? offers : [element("p", {}, page.confirming.elsewhere)];
    say(page.biometricUnavailable, "plain", ...next);
  }
  payButton.hidden = !canUsePasskey || !isCovered;
  hold();
  show({
    title: texts.review.title,
    place: "buy",
    matter: payment.matter,
    mayLeave: () => mayLeavePayment(payment),
    gone: () => {
      stopHold();
      reading.end({});
    },
    content: [
      slip(payment.document, { more: balanceAfter(payment, wallet) }),
      mainPart(shown, payButton),
      element(
        "div", { class: "stack" }, pinButton, phoneButton,
        element(
          "div", { class: "pair" },
          button(texts.review.change, { kind: "quiet", onclick: change }),
          cancelButton(payment),
        ),
      ),
      isCovered
        ? unusableWays(
          payment.ways.filter(({ reason }) => !mended.includes(reason)), payment.document)
        : null,
    ],
  });
}

/** The words for a payment that nothing approves before a moment; null where that is not known. */
const notBefore = (until) => texts.review.notBefore(until && moment(until));
