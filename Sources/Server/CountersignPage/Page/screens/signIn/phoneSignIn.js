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

/** Signs this screen in by a phone: it shows a code and a number, and waits. */
export function showPhoneSignIn() {
  begin("phoneSignIn");
  return showLoaded({ title: texts.phoneSignIn.title, place: null }, makeSignInLink, draw);
}

function draw(link) {
  const { root, say } = notice();
  const leaving = new AbortController();
  const panel = linkPanel(link, {
    label: texts.phoneSignIn.codeLabel,
    steps: texts.phoneSignIn.steps,
    confirmed: () => signIn(link, leaving.signal, say),
    over: showOver,
  });
  return {
    content: [
      element("p", { class: "lead" }, texts.phoneSignIn.lead), root, ...panel.content,
      button(texts.back, { kind: "quiet wide", onclick: () => go({ to: "welcome" }) }),
    ],
    gone: () => {
      leaving.abort();
      panel.gone();
    },
  };
}

async function signIn(link, signal, say) {
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
    return wasLost ? showOver("lost") : explain(error, say);
  }
  if (signal.aborted) return undo(link);
  try {
    await enterAnew(() => session);
  } catch (error) {
    explain(error, say);
  }
}

/** The person has left: nobody is to be signed in here by the answer that came just then. */
const undo = (link) => Promise.allSettled([endLink(link), endSession()]);

function showOver(ending) {
  go({
    to: "linkOver", ending, place: null, again: { to: "phoneSignIn" }, back: { to: "welcome" },
  });
}

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
