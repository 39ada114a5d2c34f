import { untilAnswered } from "../core/untilAnswered.js";

/**
 * Sends a decision until its answer is known: where the answer was lost, the same again with the
 * same key, which decides nothing twice.
 *
 * @param {import("./openReview.js").Review} review
 * @param {() => Promise<{body: object, isReplayed: boolean}>} send
 * @param {() => void} lost called each time that no answer came
 * @returns {Promise<{answer: object, wasBefore: boolean}>} `wasBefore` says that it had been decided
 *   so before this was sent
 */
export async function decide(review, send, lost) {
  review.isDeciding = true;
  try {
    const { answer, isFirst } = await untilAnswered(send, { signal: review.leaving.signal, lost });
    return { answer: answer.body, wasBefore: answer.isReplayed && isFirst };
  } finally {
    review.isDeciding = false;
  }
}
