import { Refusal, words } from "../../calls/refusal.js";
import {
  canAddFactor, isAddedByCode, needsRecovery, wouldPasskeyWait,
} from "../../calls/secondFactor.js";
import { button, relabel } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explain, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen } from "../../core/screen.js";
import {
  isByPhoneKey, isByPhonePIN, NotWhatWasAsked, ofWait, wayOf,
} from "../../documents/askDocument.js";
import { amountOf, matterOf } from "../../documents/fields.js";
import { isSmallPayment } from "../../documents/smallPayments.js";
import { wordsOfNewWait } from "../../parts/newFactor.js";
import { endedBy, refuse, sendApproval, showInReview } from "../../parts/reviewFrame.js";
import { unusableWays } from "../../parts/unusableWays.js";
import { holdBack, isHeld } from "../../passkeys/holdBack.js";
import { hasPasskeys, PromptFailed } from "../../passkeys/prompt.js";
import { mailCode, signReview } from "../../reviews/proofs.js";
import {
  canUseCodes, canUsePasskey, canUsePIN, closePasskey, countPromptFailure, countRefusal, hasWay,
  holdPasskey,
} from "../../reviews/states.js";
import { texts } from "../../texts.js";
import { record } from "../../timeline/record.js";

/** True for a limit of the passkey, and for its block. @param {unknown} error */
const isOfPasskey = (error) => error instanceof Refusal
  && (ofWait.has(error.reason) || error.reason === "second_factor_blocked");

/** The reasons of ways for which an account without any factor has nothing. */
const ofNone = new Set(["credential_missing", "pin_missing", "channel_missing"]);

/**
 * Shows what a host wants approved, and has it approved or denied.
 *
 * @param {import("../../reviews/states.js").Review} review
 * @param {{why?: string|null, done?: string}} [said] `why` another way did not do; what was `done`
 *   on the way
 */
export function showApprove(review, { why = null, done } = {}) {
  const shown = notice();
  const { say } = shown;
  const label = texts.approve.byPasskey(amountOf(review.document));
  const controls = () => [passkey, codes, pin];
  const passkey = button(label, {
    kind: "primary wide", icon: "passkey", hidden: !canUsePasskey(review),
    onclick: once(controls, approve),
  });
  const codes = button("", {
    kind: canUsePasskey(review) ? "wide" : "primary wide", icon: "mail",
    hidden: !canUseCodes(review),
    onclick: once(controls, askForCode),
  });
  const pin = button("", {
    kind: canUsePasskey(review) || canUseCodes(review) ? "wide" : "primary wide", icon: "pin",
    hidden: !canUsePIN(review),
    onclick: () => go({ to: "approveByPIN", review }),
  });
  const reading = record("person", texts.timeline.reading);
  let stopHold = () => {};

  async function approve() {
    reading.end({});
    say(null);
    const isHere = noteScreen();
    try {
      await signReview(review, (proof) => sendApproval(frame, proof), tell);
    } catch (refusal) {
      relabel(passkey, label, false);
      // What was on the screen is gone, and the prompt with it.
      if (isHere()) await settle(refusal);
    }
  }

  function tell(state) {
    relabel(passkey, state === "checking" ? texts.approve.checking : texts.approve.prompted, true);
    if (state === "renewed") say(texts.approve.renewed, "plain");
  }

  async function settle(refusal) {
    if (refusal instanceof NotWhatWasAsked) return say(texts.approve.notWhatWasShown);
    if (refusal instanceof PromptFailed) return promptFailed(refusal.kind);
    if (await endedBy(frame, refusal, hasOther())) return;
    if (isOfPasskey(refusal)) return leaveToOthers(refusal);
    const isRefused = refusal instanceof Refusal && refusal.reason === "verification_failed";
    if (!isRefused) return explain(refusal, say);
    const left = countRefusal(review);
    if (left === 0) return refuse(frame, "triesUsedUp");
    say(
      canUsePIN(review) ? texts.proofRefused : texts.approve.proofRefused, "problem",
      left === 1 && element("p", {}, texts.approve.lastTry(matterOf(review.document))));
  }

  /** No passkey approves it now: it waits for another way, here or elsewhere, or for later. */
  function leaveToOthers(refusal) {
    if (refusal.retryAfterSeconds) holdPasskey(review, refusal.retryAfterSeconds);
    else closePasskey(review);
    drawWays();
    say(words(refusal), "problem", element("p", {}, whatNow()));
  }

  function promptFailed(kind) {
    countPromptFailure(review, kind);
    drawWays();
    say(
      kind === "unavailable" ? texts.biometricUnavailable : texts.biometricFailed,
      kind === "unavailable" ? "plain" : "problem", element("p", {}, whatNow()));
  }

  /** A way stands in for another only where one is offered above it. */
  function drawWays() {
    const { byCodes, useCodes, byPIN, usePIN } = texts.approve;
    const withPasskey = canUsePasskey(review);
    passkey.hidden = !withPasskey;
    relabel(codes, withPasskey ? useCodes : byCodes, false);
    relabel(pin, withPasskey || canUseCodes(review) ? usePIN : byPIN, false);
    stopHold();
    stopHold = withPasskey ? holdBack(passkey, label, review.passkey.heldUntil) : () => {};
  }

  const hasOther = () => canUsePIN(review) || canUseCodes(review);

  function whatNow() {
    const { tryAgain, tryAgainOrOther, tryLater, tryLaterOrOther } = texts.approve;
    if (!canUsePasskey(review)) return hasOther() ? texts.approve.other : texts.approve.elsewhere;
    if (isHeld(review.passkey.heldUntil)) return hasOther() ? tryLaterOrOther : tryLater;
    return hasOther() ? tryAgainOrOther : tryAgain;
  }

  async function askForCode() {
    reading.end({});
    say(null);
    const isHere = noteScreen();
    try {
      const request = await mailCode(review);
      if (isHere()) go({ to: "approveByCodes", review, request });
    } catch (refusal) {
      if (isHere() && !(await endedBy(frame, refusal))) explain(refusal, say);
    }
  }

  const offered = hasWay(review) ? [] : isLost(review) ? [toRecovery(review)] : setUps(review);
  const isFirst = isAddedByCode(review.factors);
  // What is offered above is not said to be missing below.
  const unusable = unusableWays(
    offered.length === 0 ? review.ways
      : review.ways.filter(({ reason }) => !ofNone.has(reason)),
    review.document, review.factors);
  if (why) say(why);
  else if (done) say(done, "good");
  else if (isLost(review)) {
    say(review.factors.isBlocked ? texts.pin.blockedAlone : texts.approve.onlyRecovery, "plain");
  }
  else if (offered.length > 0) {
    const { noFactor, noPasskey, onPhoneOrHere } = texts.approve;
    const isOneTooMany = wayOf(review.ways, "pin")?.reason === "linking_required"
      && isSmallPayment(review.document);
    const lacking = isOneTooMany ? texts.problems.fiveInARow : noPasskey;
    say(isByPhonePIN(review.ways) ? onPhoneOrHere : isFirst ? noFactor : lacking, "plain",
      !isByPhonePIN(review.ways) && wouldPasskeyWait(review.factors)
        && element("p", {}, wordsOfNewWait()));
  }
  else if (!hasWay(review)) {
    say(`${texts.approve.noWay} ${whereElse(review)}`, "plain");
  }
  else if (lacksBrowser(review)) {
    say(texts.biometricUnavailable, "plain", element("p", {}, whatNow()));
  }
  const [main, ...others] = offered.length > 0 ? offered
    : canUsePasskey(review) ? [passkey, codes, pin]
      : canUseCodes(review) ? [codes, pin, passkey] : [pin, passkey];
  const frame = showInReview(review, {
    title: texts.approve.title(matterOf(review.document)),
    notice: shown, main,
    content: [
      element("div", { class: "stack" }, ...others), unusable,
    ].filter(Boolean),
    gone: () => {
      stopHold();
      reading.end({});
    },
  });
  drawWays();
}

/** Tells a review that a passkey would approve if this browser had any. */
const lacksBrowser = (review) => !canUsePasskey(review) && !hasPasskeys()
  && wayOf(review.ways, "assertion")?.canAct === true;

/** Tells a review that no factor of its account could approve, on no device. */
const isLost = ({ factors }) => needsRecovery(factors);

/** The way to recover the account, and back from there. */
const toRecovery = ({ id }) => button(texts.recovery.title, {
  kind: "primary wide",
  onclick: () => go({ to: "recovery", place: "home", back: { to: "openApproval", id } }),
});

/** The next step for a review that nothing here approves. */
function whereElse({ ways, factors }) {
  const { onPhone, onPhoneWithoutPIN, phoneBlocked, elsewhere } = texts.approve;
  if (isByPhonePIN(ways)) return onPhone;
  if (isByPhoneKey(ways)) return onPhoneWithoutPIN;
  if (factors.hasPasskey) return elsewhere;
  if (factors.isDevicePINBlocked) return phoneBlocked;
  return factors.isBlocked ? texts.pin.blocked : elsewhere;
}

/**
 * The ways to give an account what it lacks for the approval, which is opened again after that.
 */
function setUps({ id, factors, ways }) {
  const comeBack = (done) => go({ to: "openApproval", id, done });
  const lacksPasskey = wayOf(ways, "assertion")?.reason === "credential_missing";
  const canSetPIN = isAddedByCode(factors) && wayOf(ways, "pin")?.reason === "pin_missing";
  const setUp = lacksPasskey && canAddFactor(factors) && hasPasskeys()
    && button(texts.passkey.setUp, {
      kind: "primary wide", icon: "passkey",
      onclick: () => go({ to: "addPasskey", factors, leave: comeBack }),
    });
  const setPIN = canSetPIN && button(texts.setPIN.title, {
    kind: setUp ? "wide" : "primary wide", icon: "pin",
    onclick: () => go({ to: "setPIN", factors, leave: comeBack }),
  });
  return [setUp, setPIN].filter(Boolean);
}
