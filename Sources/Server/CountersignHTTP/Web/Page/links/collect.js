import { collectLink } from "../calls/collectLink.js";
import { untilAnswered } from "../core/untilAnswered.js";
import { openInstead } from "../session/signOut.js";

/**
 * Opens the session that a phone confirmed, and asks again where the answer was lost: the server
 * gives the session once more while the link lasts.
 *
 * @param {import("../calls/makeLink.js").Link} link
 * @param {AbortSignal} signal stops asking, at once: also a call that is under way and a pause
 * @param {() => void} lost called each time that no answer came
 * @returns {Promise<{accountID: string}>}
 */
export async function collect(link, signal, lost) {
  const seconds = link.expiresIn;
  const { answer } = await untilAnswered(
    () => openInstead(() => collectLink(link, signal)), { signal, lost, seconds });
  return answer;
}
