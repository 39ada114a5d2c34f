import { requestApprovalCode } from "../calls/requestApprovalCode.js";

/** Seconds for which a mailed code is asked for on the screen again, instead of another. */
const goodSeconds = 540;

/**
 * The code that was mailed for a review: one is mailed when its screen opens first, and none when it
 * is opened again.
 *
 * @param {import("./openReview.js").Review} review
 * @param {{isAnew?: boolean}} [settings] whether the person asks for another
 * @returns {Promise<object>} the answer to the request for it
 */
export async function mailCode(review, { isAnew = false } = {}) {
  const seconds = review.mailed ? (performance.now() - review.mailed.at) / 1000 : Infinity;
  if (!isAnew && seconds < goodSeconds) {
    const { answer } = review.mailed;
    return { ...answer, resendAfter: Math.max(0, Math.ceil(answer.resendAfter - seconds)) };
  }
  const answer = await requestApprovalCode(review.id);
  review.mailed = { answer, at: performance.now() };
  return answer;
}
