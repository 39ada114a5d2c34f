import { isAnswerLost } from "../calls/refusal.js";
import { pause } from "../core/pause.js";

/** Seconds between two tries, the last one repeated. */
const pausesSeconds = [1, 2, 3, 5, 8];

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
  const { signal } = review.leaving;
  review.isDeciding = true;
  try {
    for (let turn = 0; ; turn += 1) {
      try {
        const { body, isReplayed } = await send();
        return { answer: body, wasBefore: isReplayed && turn === 0 };
      } catch (error) {
        if (!isAnswerLost(error) || signal.aborted) throw error;
      }
      lost();
      await pause(pausesSeconds[Math.min(turn, pausesSeconds.length - 1)], signal);
      signal.throwIfAborted();
    }
  } finally {
    review.isDeciding = false;
  }
}
