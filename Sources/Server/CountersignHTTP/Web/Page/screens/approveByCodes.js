import { readSecondFactor } from "../calls/readSecondFactor.js";
import { Refusal, words } from "../calls/refusal.js";
import { button } from "../core/button.js";
import { element } from "../core/element.js";
import { money } from "../core/money.js";
import { notice } from "../core/notice.js";
import { noteScreen } from "../core/screen.js";
import { countWrongCode } from "../reviews/countWrongCode.js";
import { mailCode } from "../reviews/mailCode.js";
import { texts } from "../texts.js";
import { showApprove } from "./approve.js";
import { showApproveByText } from "./approveByText.js";
import { codeForm } from "./codeForm.js";
import { endedBy, refuse, sendApproval, showInReview } from "./reviewFrame.js";

/** Refusals of codes that leave the transaction to another factor. */
const needsAnother = new Set(["linking_required", "channel_missing"]);

/**
 * Has a review approved by a mailed code and another: that of an authenticator app is asked for
 * beside it, one that is texted comes after it.
 *
 * @param {import("../reviews/openReview.js").Review} review
 * @param {object} request the answer to the request for the mailed code
 * @param {string} [why] what is said of another code that did not do
 */
export function showApproveByCodes(review, request, why) {
  const { amount, currency } = review.transaction;
  const withApp = request.second === "twoFactorCode";
  const shown = notice();
  if (why) shown.say(why, "plain");
  const form = codeForm(
    request, () => mailCode(review, { isAnew: true }),
    async (validateCode, _, twoFactorCode) => {
      const codes = withApp ? { validateCode, twoFactorCode } : { validateCode };
      const texted = await approveByCodes(review, codes);
      if (texted) showApproveByText(review, validateCode, texted);
    },
    {
      label: texts.approve.mailedCode,
      second: withApp ? texts.approve.appCode : null,
      submit: withApp ? texts.approve.submit(money(amount, currency)) : texts.code.submit,
      wrong: withApp ? texts.approve.wrongCodes : texts.code.wrong,
      notice: shown,
    },
  );
  showInReview(review, {
    title: withApp ? texts.approve.codesTitle : texts.code.title,
    notice: shown,
    isBrief: true,
    content: [
      element("p", { class: "lead" }, texts.approve.mailed(request.destination)), ...form.content,
    ],
    back: button(texts.back, { kind: "quiet", onclick: () => showApprove(review) }),
    gone: form.gone,
  });
}

/**
 * Sends codes; what cannot be approved by them goes back to the other ways.
 *
 * @param {import("../reviews/openReview.js").Review} review
 * @param {object} codes
 * @returns {Promise<object|null>} that another code was texted; null where this screen is gone
 * @throws what the form says: a code that is not right, or that no answer came
 */
export async function approveByCodes(review, codes) {
  const isHere = noteScreen();
  try {
    return await sendApproval(review, codes);
  } catch (error) {
    if (!isHere()) return null;
    if (countWrongCode(review, error)) {
      await refuse(review, "triesUsedUp");
      return null;
    }
    if (await appHasChanged(review, codes, error)) {
      const { appAdded, appRemoved } = texts.approve;
      if (isHere()) showApprove(review, review.factors.hasTwoFactor ? appAdded : appRemoved);
      return null;
    }
    if (!isHere()) return null;
    if (await endedBy(review, error)) return null;
    if (!(error instanceof Refusal) || !needsAnother.has(error.reason)) throw error;
    review.ways.codes = false;
    if (error.reason === "linking_required") review.ways.pin = false;
    showApprove(review, words(error));
    return null;
  }
}

/** Whether codes were refused because an authenticator app has come or gone meanwhile. */
async function appHasChanged(review, codes, error) {
  if (!(error instanceof Refusal) || error.reason !== "proof_not_allowed") return false;
  const factors = await readSecondFactor().catch(() => null);
  if (!factors || factors.hasTwoFactor === "twoFactorCode" in codes) return false;
  Object.assign(review, { factors, mailed: null });
  return true;
}
