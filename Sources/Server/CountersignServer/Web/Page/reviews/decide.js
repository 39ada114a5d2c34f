import { readTransaction } from "../calls/readTransaction.js";
import { isAnswerLost, NotDecided } from "../calls/refusal.js";
import { onTheWaySeconds } from "../core/onTheWay.js";
import { pause } from "../core/pause.js";
import { untilAnswered } from "../core/untilAnswered.js";
import { take } from "./waiting.js";

/** Seconds between two questions what became of a decision. */
const pauseSeconds = 2;

/**
 * Sends a decision until its answer is known: where the answer was lost, the same again with the
 * same key, which decides nothing twice.
 *
 * @param {import("./openReview.js").Review} review
 * @param {(isAgain: boolean) => Promise<{body: object, isReplayed: boolean}>} send
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

/**
 * Sends a decision once: a PIN or a code that was sent again would be another attempt. Where the
 * answer was lost the page asks what became of the transaction instead.
 *
 * @param {import("./openReview.js").Review} review
 * @param {() => Promise<{body: object, isReplayed: boolean}>} send
 * @param {() => void} lost called when no answer came
 * @returns {Promise<{answer: object, wasBefore: boolean}>}
 * @throws {NotDecided} or why it was refused
 */
export async function decideOnce(review, send, lost) {
  const sentAt = performance.now();
  review.isDeciding = true;
  try {
    const answer = await send();
    return { answer: answer.body, wasBefore: answer.isReplayed };
  } catch (error) {
    if (!isAnswerLost(error)) throw error;
    lost();
    return { answer: await findApproved(review, sentAt + onTheWaySeconds * 1000), wasBefore: false };
  } finally {
    review.isDeciding = false;
  }
}

/** Asks until the transaction is approved, or cannot have been by what was sent. */
async function findApproved(review, end) {
  const { signal } = review.leaving;
  for (;;) {
    await pause(pauseSeconds, signal);
    signal.throwIfAborted();
    const asked = performance.now();
    const now = review.missed ?? await readTransaction(review.id, { background: true })
      .catch((error) => {
        if (!isAnswerLost(error)) throw error;
        return null;
      });
    if (now?.status === "approved") {
      take(now);
      return now;
    }
    if (now && now.status !== "pending") review.missed = now;
    if (review.missed || (now && asked > end)) throw new NotDecided();
  }
}
