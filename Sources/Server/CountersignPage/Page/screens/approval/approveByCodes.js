import { requestApprovalCode } from "../../calls/codes.js";
import { Refusal, words } from "../../calls/refusal.js";
import { readSecondFactor } from "../../calls/secondFactor.js";
import { button } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { notice } from "../../core/notice.js";
import { noteScreen } from "../../core/screen.js";
import { amountOf, matterOf } from "../../documents/fields.js";
import { codeForm } from "../../parts/codeForm.js";
import {
  endedBy, leaveToOthers, refuse, sendApproval, showInReview,
} from "../../parts/reviewFrame.js";
import { mailCode } from "../../reviews/proofs.js";
import {
  canUsePasskey, canUsePIN, closeWays, codeTriesLeft, countWrongCode, forgetMailed, refreshFactors,
} from "../../reviews/states.js";
import { texts } from "../../texts.js";

/** Refusals of codes that leave the transaction to another factor. */
const needsAnother = new Set(["linking_required", "channel_missing", "second_factor_blocked"]);

/**
 * Has a review approved by a mailed code and another: that of an authenticator app is asked for
 * beside it, one that is texted comes after it.
 *
 * @param {import("../../reviews/states.js").Review} review
 * @param {object} request the answer to the request for the mailed code
 * @param {string} [why] what is said of another code that did not do
 */
export function showApproveByCodes(review, request, why) {
  const withApp = request.second === "twoFactorCode";
  const shown = notice();
  if (why) shown.say(why, "plain");
  const form = codeForm(
    request, () => mailCode(review, { isAnew: true }),
    async (validateCode, _, twoFactorCode) => {
      const codes = withApp ? { validateCode, twoFactorCode } : { validateCode };
      const texted = await approveByCodes(frame, codes);
      if (texted) showApproveByText(review, validateCode, texted);
    },
    {
      asked: { purpose: "approve" },
      label: texts.approve.mailedCode,
      second: withApp ? texts.approve.appCode : null,
      submit: withApp ? texts.approve.submit(amountOf(review.document)) : texts.code.submit,
      wrong: () => wordsOfWrong(review, withApp ? texts.approve.wrongCodes : texts.code.wrong),
      notice: shown,
    },
  );
  const frame = showInReview(review, {
    title: withApp ? texts.approve.codesTitle : texts.code.title,
    notice: shown,
    isBrief: true,
    content: [
      element("p", { class: "lead" }, texts.approve.mailed(request.destination)), ...form.content,
    ],
    back: button(texts.back, { kind: "quiet", onclick: () => go({ to: "approve", review }) }),
    gone: form.gone,
  });
}

/**
 * Sends codes; what cannot be approved by them goes back to the other ways.
 *
 * @param {import("../../parts/reviewFrame.js").Frame} frame
 * @param {object} codes
 * @returns {Promise<object|null>} that another code was texted; null where this screen is gone
 * @throws what the form says: a code that is not right, or that no answer came
 */
async function approveByCodes(frame, codes) {
  const { review } = frame;
  const isHere = noteScreen();
  try {
    return await sendApproval(frame, codes);
  } catch (error) {
    if (!isHere()) return null;
    if (isWrongCode(error)) {
      countWrongCode(review);
      if (codeTriesLeft(review) <= 0) {
        await refuse(frame, "triesUsedUp");
        return null;
      }
    }
    if (await appHasChanged(review, codes, error)) {
      const { appAdded, appRemoved } = texts.approve;
      const why = review.factors.hasTwoFactor ? appAdded : appRemoved;
      if (isHere()) go({ to: "approve", review, why });
      return null;
    }
    if (!isHere()) return null;
    const others = canUsePasskey(review) || canUsePIN(review);
    if (await endedBy(frame, error, others)) return null;
    if (!(error instanceof Refusal) || !needsAnother.has(error.reason)) throw error;
    leaveToOthers(frame, "codes", error);
    return null;
  }
}

/** Says of a wrong code, beside it, when the next one is the last. */
const wordsOfWrong = (review, text) => (codeTriesLeft(review) === 1
  ? `${text} ${texts.approve.lastCode(matterOf(review.document))}` : text);

const isWrongCode = (error) =>
  error instanceof Refusal && error.reason === "verification_failed";

/** Returns true if codes were refused because an authenticator app has come or gone meanwhile. */
async function appHasChanged(review, codes, error) {
  if (!(error instanceof Refusal) || error.reason !== "proof_not_allowed") return false;
  const factors = await readSecondFactor().catch(() => null);
  if (!factors || factors.hasTwoFactor === "twoFactorCode" in codes) return false;
  refreshFactors(review, factors);
  forgetMailed(review);
  return true;
}

/**
 * Has a review approved by the code that was texted, beside the mailed one that was right.
 *
 * @param {import("../../reviews/states.js").Review} review
 * @param {string} validateCode the mailed code
 * @param {{destination: string, resendAfter: number}} texted
 */
function showApproveByText(review, validateCode, texted) {
  const shown = notice();
  const form = codeForm(
    texted, sendAgain,
    async (otp) => {
      await approveByCodes(frame, { validateCode, otp });
    },
    {
      asked: { purpose: "approve", channel: "sms" },
      label: texts.approve.textedCode,
      submit: texts.approve.submit(amountOf(review.document)),
      wrong: () => wordsOfWrong(review, texts.approve.wrongText),
      notice: shown,
    },
  );

  async function sendAgain() {
    const isHere = noteScreen();
    try {
      return await requestApprovalCode(review.id, "sms");
    } catch (error) {
      const isOver = error instanceof Refusal && error.reason === "proof_not_allowed";
      if (!isOver) throw error;
    }
    // None is texted where the mailed code holds no more: it begins with another one.
    forgetMailed(review);
    const request = await mailCode(review);
    if (isHere()) showApproveByCodes(review, request, texts.approve.mailedOver);
    return null;
  }

  const frame = showInReview(review, {
    title: texts.approve.textTitle,
    notice: shown,
    isBrief: true,
    content: [
      element("p", { class: "lead" }, texts.approve.texted(texted.destination)), ...form.content,
    ],
    back: button(texts.back, { kind: "quiet", onclick: () => go({ to: "approve", review }) }),
    gone: form.gone,
  });
}
