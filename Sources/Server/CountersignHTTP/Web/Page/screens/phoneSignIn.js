import { endLink } from "../calls/endLink.js";
import { endSession } from "../calls/endSession.js";
import { makeSignInLink } from "../calls/makeLink.js";
import { button } from "../core/button.js";
import { element } from "../core/element.js";
import { explain } from "../core/explain.js";
import { showLoaded } from "../core/loading.js";
import { notice } from "../core/notice.js";
import { collect } from "../links/collect.js";
import { showLinkOver } from "../links/linkOver.js";
import { linkPanel } from "../links/linkPanel.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { enterAnew } from "./enter.js";
import { showWelcome } from "./welcome.js";

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
      button(texts.back, { kind: "quiet wide", onclick: () => showWelcome() }),
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
  showLinkOver(ending, { place: null, again: showPhoneSignIn, back: () => showWelcome() });
}
