import { isAnswerLost } from "../calls/refusal.js";

/** Seconds between two tries, the last one repeated. */
const pausesSeconds = [1, 2, 3, 5, 8];

/**
 * Makes a call until its answer is known: where the answer was lost, the same again.
 *
 * @template Answer
 * @param {(isAgain: boolean) => Promise<Answer>} call one that does nothing twice when it is made
 *   twice; is told whether it is
 * @param {object} how
 * @param {AbortSignal} how.signal stops asking, at once: also a pause
 * @param {() => void} how.lost called each time that no answer came
 * @param {number} [how.seconds] for how long it is tried; without end where it is left out
 * @returns {Promise<{answer: Answer, isFirst: boolean}>} `isFirst` says that no answer was lost
 *   before
 */
export async function untilAnswered(call, { signal, lost, seconds = Infinity }) {
  const end = performance.now() + seconds * 1000;
  for (let turn = 0; ; turn += 1) {
    try {
      return { answer: await call(turn > 0), isFirst: turn === 0 };
    } catch (error) {
      if (!isAnswerLost(error) || signal.aborted || performance.now() > end) throw error;
    }
    lost();
    await pause(pausesSeconds[Math.min(turn, pausesSeconds.length - 1)], signal);
    signal.throwIfAborted();
  }
}

/**
 * Waits for some seconds, or until the signal says to stop.
 *
 * @param {number} seconds
 * @param {AbortSignal} signal
 */
export const pause = (seconds, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, seconds * 1000);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener("abort", stop, { once: true });
  });

/**
 * Seconds after which what the server does not know of has not reached it: those for which a call
 * waits for its answer, and as long as the server checks a PIN.
 */
export const onTheWaySeconds = 30;
