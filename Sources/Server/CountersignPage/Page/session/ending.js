import { onSessionEnd, secondsToSessionEnd } from "../calls/request.js";
import { readSecondFactor } from "../calls/secondFactor.js";
import { button } from "../core/controls.js";
import { element } from "../core/element.js";
import { askSignOut } from "../core/navigation.js";
import { isSessionOver } from "../core/notice.js";
import { once } from "../core/once.js";
import { texts } from "../texts.js";
import { account } from "./account.js";
import { isLocked } from "./softLock.js";

/** Seconds before the end of a session at which the person is warned. */
const warningSeconds = 60;
/** Seconds between two questions whether it has ended. */
const pauseSeconds = 2;
/** Seconds between two questions where the server does not answer. */
const patienceSeconds = 30;

/**
 * Watches for the end of the session: warns a minute before, and leaves when it has ended, so that
 * no balance stays on a screen that was left alone.
 *
 * The server decides when it ends, and each answer says it; another window may have kept it. So the
 * server is asked before anything is said, which keeps nothing: only the person does.
 *
 * @param {() => void} leave shows that the session is over
 */
export function watchSessionEnd(leave) {
  /** The moment before which the server is not asked again. */
  let quietUntil = 0;
  let isAsking = false;
  /** @type {ReturnType<typeof showWarning>|null} */
  let warning = null;

  async function look() {
    if (account() === null || secondsToSessionEnd() > warningSeconds) return close();
    // A locked page warns nobody: it says that the session is over when it is.
    if (isLocked()) {
      close();
      if (secondsToSessionEnd() > 0) return;
    }
    warning?.tick();
    if (isAsking || performance.now() < quietUntil) return;
    if (warning?.isShown() && secondsToSessionEnd() > 0) return;
    isAsking = true;
    const asked = account();
    const isAnswered = await ask(asked);
    isAsking = false;
    quietUntil = performance.now() + (isAnswered ? pauseSeconds : patienceSeconds) * 1000;
    if (account() !== asked || account() === null) return close();
    const left = secondsToSessionEnd();
    if (left > warningSeconds) close();
    else if (left > 0 && !warning?.isShown()) warning = showWarning();
  }

  /** @returns {Promise<boolean>} whether the server answered */
  async function ask(asked) {
    try {
      await readSecondFactor({ background: true });
      return true;
    } catch (error) {
      // Somebody else may have signed in meanwhile.
      if (isSessionOver(error) && account() === asked) leave();
      return isSessionOver(error);
    }
  }

  function close() {
    warning?.close();
    warning = null;
  }

  setInterval(look, 1000);
  onSessionEnd(look);
  // A device that slept has not counted the seconds.
  document.addEventListener("visibilitychange", () => {
    const isOpen = document.visibilityState === "visible" && account() !== null;
    if (isOpen) ask(account()).then(look);
  });
}

/** Warns that the session ends, in a dialog whose button keeps it. */
function showWarning() {
  const left = element("p", { class: "time-left short", "aria-live": "off" });
  const text = element("p", { id: "ending-text" }, texts.ending.text);
  const stay = button(texts.ending.stay, {
    kind: "primary", autofocus: true, onclick: once(() => [stay], keep),
  });
  const dialog = element(
    "dialog", { "aria-labelledby": "ending-title", "aria-describedby": "ending-text" },
    element("h2", { id: "ending-title" }, texts.ending.title), text, left,
    element(
      "div", { class: "actions" },
      button(texts.signOut, {
        kind: "quiet",
        onclick: () => {
          dialog.close();
          askSignOut();
        },
      }), stay,
    ),
  );

  /** The call of somebody who is there: that keeps the session, unless it is too old. */
  async function keep() {
    try {
      await readSecondFactor();
    } catch (error) {
      // Where it is over already the next look says so.
      if (!isSessionOver(error)) text.textContent = texts.problems.noAnswer;
      return;
    }
    if (secondsToSessionEnd() > warningSeconds) return dialog.close();
    text.textContent = texts.ending.last;
    stay.hidden = true;
  }

  function tick() {
    left.textContent = texts.ending.left(Math.max(0, Math.ceil(secondsToSessionEnd())));
  }

  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    if (!stay.hidden) stay.click();
  });
  dialog.addEventListener("close", () => dialog.remove());
  tick();
  document.body.append(dialog);
  dialog.showModal();
  return { tick, isShown: () => dialog.isConnected, close: () => dialog.close() };
}
