import { isAnswerLost, NotDecided, Refusal } from "../calls/refusal.js";
import { readTransaction } from "../calls/transactions.js";
import { onTheWaySeconds, pause, untilAnswered } from "../core/untilAnswered.js";
import { account } from "../session/account.js";
import { beginDecision, decidedMeanwhile, endDecision, overtake } from "./states.js";
import { take } from "./waiting.js";

/** Seconds between two questions what became of a decision. */
const pauseSeconds = 2;

/**
 * Sends a decision until its answer is known: where the answer was lost, the same again with the
 * same key, which decides nothing twice.
 *
 * @param {import("./states.js").Review} review
 * @param {(isAgain: boolean) => Promise<{body: object, isReplayed: boolean}>} send
 * @param {() => void} lost called each time that no answer came
 * @returns {Promise<{answer: object, wasBefore: boolean}>} `wasBefore` says that it had been
 *   decided so before this was sent
 * @throws why it was refused or, where the review was left, the signal's reason
 */
export const decide = (review, send, lost) =>
  decideAlone(review, async (signal) => {
    const { answer, isFirst } = await untilAnswered(send, { signal, lost });
    return { answer: answer.body, wasBefore: answer.isReplayed && isFirst };
  });

/**
 * Sends a decision once: a PIN or a code that was sent again would be another attempt. Where the
 * answer was lost the page asks what became of the transaction instead.
 *
 * @param {import("./states.js").Review} review
 * @param {() => Promise<{body: object, isReplayed: boolean}>} send
 * @param {() => void} lost called when no answer came
 * @returns {Promise<{answer: object}>}
 * @throws {NotDecided} or why it was refused or, where the review was left, the signal's reason
 */
export const decideOnce = (review, send, lost) =>
  decideAlone(review, async (signal) => {
    const sentAt = performance.now();
    try {
      return { answer: (await send()).body };
    } catch (error) {
      const isUndone = error instanceof Refusal && error.isOfOverload;
      if (isUndone || !isAnswerLost(error)) throw error;
      lost();
      return { answer: await findApproved(review, signal, sentAt + onTheWaySeconds * 1000) };
    }
  });

/**
 * Makes one decision at a time. What was decided after the review was left is noted where it is the
 * account's still, and shown to nobody.
 */
async function decideAlone(review, ask) {
  const asking = account();
  const signal = beginDecision(review);
  try {
    const decided = await ask(signal);
    if (signal.aborted && decided.answer.transactionID && account() === asking) {
      take(decided.answer);
    }
    signal.throwIfAborted();
    return decided;
  } finally {
    endDecision(review);
  }
}

/** Asks until the transaction is approved, or cannot have been by what was sent. */
async function findApproved(review, signal, end) {
  for (;;) {
    await pause(pauseSeconds, signal);
    signal.throwIfAborted();
    const asked = performance.now();
    const now = decidedMeanwhile(review) ?? await readTransaction(review.id, { background: true })
      .catch((error) => {
        if (!isAnswerLost(error)) throw error;
        return null;
      });
    if (now?.status === "approved") {
      take(now);
      return now;
    }
    if (now && now.status !== "pending") overtake(review, now);
    if (decidedMeanwhile(review) || (now && asked > end)) throw new NotDecided();
  }
}
