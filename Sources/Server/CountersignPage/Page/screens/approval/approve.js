import { Refusal, words } from "../../calls/refusal.js";
import { button, relabel } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explain, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen } from "../../core/screen.js";
import { NotWhatWasAsked, ofWait } from "../../documents/askDocument.js";
import { amountOf, matterOf } from "../../documents/fields.js";
import { endedBy, refuse, sendApproval, showInReview } from "../../parts/reviewFrame.js";
import { unusableWays } from "../../parts/unusableWays.js";
import { PromptFailed } from "../../passkeys/prompt.js";
import { mailCode, signReview } from "../../reviews/proofs.js";
import {
  canUseCodes, canUsePasskey, canUsePIN, closePasskey, countPromptFailure, countRefusal, hasWay,
} from "../../reviews/states.js";
import { texts } from "../../texts.js";
import { record } from "../../timeline/record.js";

/** True for a limit of the passkey, and for its block. @param {unknown} error */
const isOfPasskey = (error) => error instanceof Refusal
  && (ofWait.has(error.reason) || error.reason === "second_factor_blocked");

/**
 * Shows what a host wants approved, and has it approved or denied.
 *
 * @param {import("../../reviews/states.js").Review} review
 * @param {string} [why] what is said of another way that did not do
 */
export function showApprove(review, why) {
  const shown = notice();
  const { say } = shown;
  const label = texts.approve.byPasskey(amountOf(review.document));
  const controls = () => [passkey, codes, pin];
  const passkey = button(label, {
    kind: "primary wide", icon: "passkey", hidden: !canUsePasskey(review),
    onclick: once(controls, approve),
  });
  const codes = button(texts.approve.byCodes, {
    kind: canUsePasskey(review) ? "wide" : "primary wide", icon: "mail",
    hidden: !canUseCodes(review),
    onclick: once(controls, askForCode),
  });
  const pin = button(texts.approve.usePIN, {
    kind: canUsePasskey(review) || canUseCodes(review) ? "wide" : "primary wide", icon: "pin",
    hidden: !canUsePIN(review),
    onclick: () => go({ to: "approveByPIN", review }),
  });
  const reading = record("person", texts.timeline.reading);

  async function approve() {
    reading.end({});
    say(null);
    const isHere = noteScreen();
    try {
      await signReview(review, (proof) => sendApproval(frame, proof), tell);
    } catch (refusal) {
      // What was on the screen is gone, and the prompt with it.
      if (isHere()) await settle(refusal);
    } finally {
      relabel(passkey, label, false);
    }
  }

  function tell(state) {
    relabel(passkey, state === "checking" ? texts.approve.checking : texts.approve.prompted, true);
    if (state === "renewed") say(texts.approve.renewed, "plain");
  }

  async function settle(refusal) {
    if (refusal instanceof NotWhatWasAsked) return say(texts.approve.notWhatWasShown);
    if (refusal instanceof PromptFailed) return promptFailed(refusal.kind);
    const others = canUsePIN(review) || canUseCodes(review);
    if (await endedBy(frame, refusal, others)) return;
    if (isOfPasskey(refusal)) return leaveToOthers(refusal);
    const isRefused = refusal instanceof Refusal && refusal.reason === "verification_failed";
    if (!isRefused) return explain(refusal, say);
    if (countRefusal(review)) return refuse(frame, "triesUsedUp");
    say(canUsePIN(review) ? texts.proofRefused : texts.approve.proofRefused);
  }

  /** No passkey approves it now: it waits for another way, here or elsewhere, or for later. */
  function leaveToOthers(refusal) {
    closePasskey(review);
    passkey.hidden = true;
    say(words(refusal), "problem", element("p", {}, whatNow()));
  }

  function promptFailed(kind) {
    countPromptFailure(review, kind);
    passkey.hidden = !canUsePasskey(review);
    say(
      kind === "unavailable" ? texts.biometricUnavailable : texts.biometricFailed,
      kind === "unavailable" ? "plain" : "problem", element("p", {}, whatNow()));
  }

  function whatNow() {
    if (review.needsPasskey) {
      return canUsePasskey(review) ? texts.approve.tryAgain : texts.approve.needsPasskey;
    }
    const others = canUsePIN(review) || canUseCodes(review);
    const { tryAgain, tryAgainOrOther } = texts.approve;
    if (canUsePasskey(review)) return others ? tryAgainOrOther : tryAgain;
    return others ? texts.approve.other : texts.approve.nothingLeft;
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

  if (why) say(why);
  else if (!hasWay(review)) say(texts.approve.noWay, "plain");
  else if (!canUsePasskey(review) && review.takesPasskey) {
    say(texts.biometricUnavailable, "plain", element("p", {}, whatNow()));
  }
  const [main, ...others] = canUsePasskey(review) ? [passkey, codes, pin]
    : canUseCodes(review) ? [codes, pin, passkey] : [pin, passkey];
  const frame = showInReview(review, {
    title: texts.approve.title(matterOf(review.document)),
    notice: shown, main,
    content: [
      element("div", { class: "stack" }, ...others), unusableWays(review.ways),
    ].filter(Boolean),
    gone: () => reading.end({}),
  });
}
