import { Refusal } from "../calls/refusal.js";
import { button, relabel } from "../core/button.js";
import { approvalPolicy } from "../core/deployment.js";
import { element } from "../core/element.js";
import { explain } from "../core/explain.js";
import { money } from "../core/money.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { noteScreen } from "../core/screen.js";
import { PromptFailed } from "../passkeys/prompt.js";
import { NotWhatWasAsked } from "../payment/askChallenge.js";
import { mostFailures } from "../payment/payment.js";
import { mailCode } from "../reviews/mailCode.js";
import { signReview } from "../reviews/signReview.js";
import { texts } from "../texts.js";
import { record } from "../timeline/record.js";
import { showApproveByCodes } from "./approveByCodes.js";
import { showApproveByPIN } from "./approveByPIN.js";
import { endedBy, refuse, sendApproval, showInReview } from "./reviewFrame.js";

/**
 * Shows what a host wants approved, and has it approved or denied.
 *
 * @param {import("../reviews/openReview.js").Review} review
 * @param {string} [why] what is said of another way that did not do
 */
export function showApprove(review, why) {
  const { transaction, factors, ways } = review;
  const shown = notice();
  const { say } = shown;
  const much = money(transaction.amount, transaction.currency);
  const label = texts.approve.byPasskey(much);
  const controls = () => [passkey, codes, pin];
  const canUsePasskey = () => ways.passkey && review.failures < mostFailures;
  const passkey = button(label, {
    kind: "primary wide", icon: "passkey", hidden: !canUsePasskey(),
    onclick: once(controls, approve),
  });
  const codes = button(texts.approve.byCodes, {
    kind: canUsePasskey() ? "wide" : "primary wide", icon: "mail", hidden: !ways.codes,
    onclick: once(controls, askForCode),
  });
  const pin = button(texts.review.usePIN, {
    kind: canUsePasskey() || ways.codes ? "wide" : "primary wide", icon: "pin", hidden: !ways.pin,
    onclick: () => showApproveByPIN(review),
  });
  const reading = record("person", texts.timeline.reading);

  async function approve() {
    reading.end({});
    say(null);
    const isHere = noteScreen();
    try {
      await signReview(review, (proof) => sendApproval(review, proof), tell);
    } catch (refusal) {
      // What was on the screen is gone, and the prompt with it.
      if (isHere()) await settle(refusal);
    } finally {
      relabel(passkey, label, false);
    }
  }

  function tell(state) {
    relabel(passkey, state === "checking" ? texts.review.checking : texts.review.prompted, true);
    if (state === "renewed") say(texts.review.renewed, "plain");
  }

  async function settle(refusal) {
    if (refusal instanceof NotWhatWasAsked) return say(texts.approve.notWhatWasShown);
    if (refusal instanceof PromptFailed) return promptFailed(refusal.kind);
    if (await endedBy(review, refusal)) return;
    const isRefused = refusal instanceof Refusal && refusal.reason === "verification_failed";
    if (!isRefused) return explain(refusal, say);
    review.refusals += 1;
    if (review.refusals >= mostFailures) return refuse(review, "triesUsedUp");
    say(ways.pin ? texts.proofRefused : texts.approve.proofRefused);
  }

  function promptFailed(kind) {
    if (kind === "unavailable") ways.passkey = false;
    else review.failures += 1;
    passkey.hidden = !canUsePasskey();
    say(
      kind === "unavailable" ? texts.biometricUnavailable : texts.biometricFailed,
      kind === "unavailable" ? "plain" : "problem", element("p", {}, whatNow()));
  }

  function whatNow() {
    if (!ways.isLow) return canUsePasskey() ? texts.approve.tryAgain : texts.approve.needsPasskey;
    const others = ways.pin || ways.codes;
    if (canUsePasskey()) return others ? texts.approve.tryAgainOrOther : texts.approve.tryAgain;
    return others ? texts.approve.other : texts.approve.nothingLeft;
  }

  async function askForCode() {
    reading.end({});
    say(null);
    // Without a second code the mailed one approves nothing: none is mailed then.
    if (!factors.hasTwoFactor && !factors.hasPhone) return say(texts.problems.channel_missing);
    const isHere = noteScreen();
    try {
      const request = await mailCode(review);
      if (isHere()) showApproveByCodes(review, request);
    } catch (refusal) {
      if (isHere() && !(await endedBy(review, refusal))) explain(refusal, say);
    }
  }

  if (why) say(why);
  else if (!canUsePasskey() && approvalPolicy().level !== "fallbackOnly") {
    say(texts.biometricUnavailable, "plain", element("p", {}, whatNow()));
  }
  showInReview(review, {
    title: texts.approve.title,
    notice: shown,
    content: [element("div", { class: "stack" }, passkey, codes, pin)],
    gone: () => reading.end({}),
  });
}
