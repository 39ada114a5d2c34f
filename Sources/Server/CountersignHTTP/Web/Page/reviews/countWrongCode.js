import { Refusal } from "../calls/refusal.js";

/** Wrong codes after which a review is over. */
const mostWrongCodes = 5;

/**
 * Counts a wrong code.
 *
 * @param {import("./openReview.js").Review} review
 * @param {unknown} error
 * @returns {boolean} whether it was the last one
 */
export function countWrongCode(review, error) {
  if (!(error instanceof Refusal) || error.reason !== "verification_failed") return false;
  review.wrongCodes += 1;
  return review.wrongCodes >= mostWrongCodes;
}
