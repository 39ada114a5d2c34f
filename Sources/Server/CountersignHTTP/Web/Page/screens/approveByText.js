import { Refusal } from "../calls/refusal.js";
import { requestApprovalCode } from "../calls/requestApprovalCode.js";
import { button } from "../core/button.js";
import { element } from "../core/element.js";
import { money } from "../core/money.js";
import { notice } from "../core/notice.js";
import { noteScreen } from "../core/screen.js";
import { mailCode } from "../reviews/mailCode.js";
import { texts } from "../texts.js";
import { showApprove } from "./approve.js";
import { approveByCodes, showApproveByCodes } from "./approveByCodes.js";
import { codeForm } from "./codeForm.js";
import { showInReview } from "./reviewFrame.js";

/**
 * Has a review approved by the code that was texted, beside the mailed one that was right.
 *
 * @param {import("../reviews/openReview.js").Review} review
 * @param {string} validateCode the mailed code
 * @param {{destination: string, resendAfter: number}} texted
 */
export function showApproveByText(review, validateCode, texted) {
  const { amount, currency } = review.transaction;
  const shown = notice();
  const form = codeForm(
    texted, sendAgain,
    async (otp) => {
      await approveByCodes(review, { validateCode, otp });
    },
    {
      label: texts.approve.textedCode,
      submit: texts.approve.submit(money(amount, currency)),
      wrong: texts.approve.wrongText,
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
    review.mailed = null;
    const request = await mailCode(review);
    if (isHere()) showApproveByCodes(review, request, texts.approve.mailedOver);
    return null;
  }

  showInReview(review, {
    title: texts.approve.textTitle,
    notice: shown,
    isBrief: true,
    content: [
      element("p", { class: "lead" }, texts.approve.texted(texted.destination)), ...form.content,
    ],
    back: button(texts.back, { kind: "quiet", onclick: () => showApprove(review) }),
    gone: form.gone,
  });
}
