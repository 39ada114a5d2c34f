import { collectLink } from "../calls/collectLink.js";
import { NoAnswer, Refusal } from "../calls/refusal.js";

/** Seconds between two tries, the last one repeated. */
const pausesSeconds = [1, 2, 3, 5, 8];

/**
 * Opens the session that a phone confirmed, and asks again where the answer was lost: the server
 * gives the session once more while the link lasts.
 *
 * @param {import("../calls/makeLink.js").Link} link
 * @param {AbortSignal} signal stops asking
 * @param {() => void} lost called each time that no answer came
 */
export async function collect(link, signal, lost) {
  const end = performance.now() + link.expiresIn * 1000;
  for (let turn = 0; ; turn += 1) {
    try {
      return await collectLink(link);
    } catch (error) {
      const isLost = error instanceof NoAnswer || (error instanceof Refusal && error.isOfServer);
      if (!isLost || signal.aborted || performance.now() > end) throw error;
    }
    lost();
    const seconds = pausesSeconds[Math.min(turn, pausesSeconds.length - 1)];
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    signal.throwIfAborted();
  }
}
