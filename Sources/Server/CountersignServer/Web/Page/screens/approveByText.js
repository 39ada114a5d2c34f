import { requestApprovalCode } from "../calls/requestApprovalCode.js";
import { button } from "../core/button.js";
import { element } from "../core/element.js";
import { money } from "../core/money.js";
import { notice } from "../core/notice.js";
import { texts } from "../texts.js";
import { showApprove } from "./approve.js";
import { approveByCodes } from "./approveByCodes.js";
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
    texted, () => requestApprovalCode(review.id, "sms"),
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
