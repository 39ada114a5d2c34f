import { collectLink } from "../calls/collectLink.js";
import { isAnswerLost } from "../calls/refusal.js";
import { pause } from "../core/pause.js";

/** Seconds between two tries, the last one repeated. */
const pausesSeconds = [1, 2, 3, 5, 8];

/**
 * Opens the session that a phone confirmed, and asks again where the answer was lost: the server
 * gives the session once more while the link lasts.
 *
 * @param {import("../calls/makeLink.js").Link} link
 * @param {AbortSignal} signal stops asking, at once: also a call that is under way and a pause
 * @param {() => void} lost called each time that no answer came
 */
export async function collect(link, signal, lost) {
  const end = performance.now() + link.expiresIn * 1000;
  for (let turn = 0; ; turn += 1) {
    try {
      return await collectLink(link, signal);
    } catch (error) {
      if (!isAnswerLost(error) || signal.aborted || performance.now() > end) throw error;
    }
    lost();
    const seconds = pausesSeconds[Math.min(turn, pausesSeconds.length - 1)];
    await pause(seconds, signal);
    signal.throwIfAborted();
  }
}
