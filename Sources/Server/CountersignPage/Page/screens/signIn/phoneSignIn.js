import { collectLink, endLink, makeSignInLink } from "../../calls/links.js";
import { endSession } from "../../calls/session.js";
import { button } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explain, notice } from "../../core/notice.js";
import { showLoaded } from "../../core/screen.js";
import { untilAnswered } from "../../core/untilAnswered.js";
import { linkPanel } from "../../parts/linkPanel.js";
import { enterAnew } from "../../session/enter.js";
import { openInstead } from "../../session/signOut.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/** @typedef {import("../../core/navigator.js").Destination} Destination */

/**
 * Signs this screen in by a phone: it shows a code and a number, and waits.
 *
 * @param {Destination} [back] the way back: to the first screen unless told
 */
export function showPhoneSignIn(back = { to: "welcome" }) {
  begin("phoneSignIn");
  return showLoaded(
    { title: texts.phoneSignIn.title, place: null }, makeSignInLink, (link) => draw(link, back));
}

function draw(link, back) {
  const { root, say } = notice();
  const leaving = new AbortController();
  const over = (ending) => go({
    to: "linkOver", ending, place: null, again: { to: "phoneSignIn", back }, back,
  });
  const panel = linkPanel(link, {
    label: texts.phoneSignIn.codeLabel,
    steps: texts.phoneSignIn.steps,
    confirmed: () => signIn(link, leaving.signal, say, over),
    over,
  });
  return {
    content: [
      element("p", { class: "lead" }, texts.phoneSignIn.lead), root, ...panel.content,
      button(texts.back, { kind: "quiet wide", onclick: () => go(back) }),
    ],
    gone: () => {
      leaving.abort();
      panel.gone();
    },
  };
}

async function signIn(link, signal, say, over) {
  let wasLost = false;
  let session;
  try {
    session = await collect(link, signal, () => {
      wasLost = true;
      say(texts.phoneSignIn.lost);
    });
  } catch (error) {
    // No answer came here: whatever session the cookie opens now is another one.
    if (signal.aborted) return endLink(link).catch(() => {});
    // The first answer may have been a session; whoever asks too late is not told.
    return wasLost ? over("lost") : explain(error, say);
  }
  if (signal.aborted) return undo(link);
  try {
    await enterAnew(() => session, { isRelayed: true });
  } catch (error) {
    explain(error, say);
  }
}

/** The person has left: nobody is to be signed in here by the answer that came just then. */
const undo = (link) => Promise.allSettled([endLink(link), endSession()]);

/**
 * Opens the session that a phone confirmed, and asks again where the answer was lost: the server
 * gives the session once more while the link lasts.
 *
 * @param {import("../../calls/links.js").Link} link
 * @param {AbortSignal} signal stops asking, at once: also a call that is under way and a pause
 * @param {() => void} lost called each time that no answer came
 * @returns {Promise<{accountID: string}>}
 */
async function collect(link, signal, lost) {
  const seconds = link.expiresIn;
  const { answer } = await untilAnswered(
    () => openInstead(() => collectLink(link, signal)), { signal, lost, seconds });
  return answer;
}
