import { Refusal, words } from "../calls/refusal.js";
import { element, icon } from "./element.js";

/**
 * A place for what went wrong or right. It is in the page before it says something, so that a
 * screen reader reads what comes.
 *
 * @returns {{root: HTMLElement,
 *   say: (text: string|null, kind?: "problem"|"good"|"plain", ...more: (Node|false)[]) => void}}
 */
export function notice() {
  const root = element("div", { class: "notice", role: "alert" });
  const say = (text, kind = "problem", ...more) => {
    root.className = text ? `notice ${kind}` : "notice";
    root.replaceChildren(...(text ? content(text, kind, more) : []));
  };
  return { root, say };
}

/** The news of a finished action, on top of the screen that follows. @param {string} text */
export const doneNotice = (text) =>
  element("div", { class: "notice good" }, ...content(text, "good", []));

/**
 * A warning of what is shown. It stands within that, so that a screen reader reads both.
 *
 * @param {string} text
 * @param {string} language where it is another than that around it
 */
export const warningNotice = (text, language) =>
  element("div", { class: "notice problem", lang: language }, ...content(text, "problem", []));

function content(text, kind, more) {
  return [
    icon(kind === "good" ? "check" : kind === "plain" ? "info" : "warning"),
    element("div", {}, element("p", {}, text), ...more),
  ];
}

let announcing = null;

/**
 * Says a text through the page's live region, for those who do not see the screen change.
 *
 * @param {string} text
 */
export function announce(text) {
  hush();
  // A region that is emptied and filled at once is not read again by every screen reader.
  announcing = setTimeout(() => (announcer().textContent = text), 50);
}

/** Takes back what was said or is about to be: it was of a screen that is gone. */
export function hush() {
  clearTimeout(announcing);
  announcer().textContent = "";
}

const announcer = () => document.getElementById("announcer");

let sessionOver = () => {};

/**
 * Tells what happens when the server knows the session no more.
 *
 * @param {(why?: string) => void} action is told why, where what the person did here has ended it
 */
export function onSessionOver(action) {
  sessionOver = action;
}

/** Leaves a session that what the person did here has ended. @param {string} why */
export const leaveSession = (why) => sessionOver(why);

let stepNeeded = () => {};

/**
 * Tells what happens when the session is worth too little for what was asked.
 *
 * @param {(level: "weak"|"strong") => void} action is told what it has to be worth
 */
export function onStepNeeded(action) {
  stepNeeded = action;
}

/**
 * Says what went wrong. Without a session there is nothing left to say on this screen, and where
 * the session is worth too little one more step comes first.
 *
 * @param {unknown} error
 * @param {(text: string) => void} say
 */
export function explain(error, say) {
  if (isSessionOver(error)) sessionOver();
  else if (neededLevel(error) !== null) stepNeeded(neededLevel(error));
  else say(words(error));
}

/**
 * Says what went wrong at the field that it is about, which gets the focus; anything else where the
 * screen says it.
 *
 * @param {unknown} error
 * @param {Record<string, [{setError: (text: string) => void}, string?]>} fields by the reason of a
 *   refusal, with the words where the field has its own
 * @param {(text: string) => void} say
 */
export function explainAt(error, fields, say) {
  const [at, text] = (error instanceof Refusal && fields[error.reason]) || [];
  if (at) at.setError(text ?? words(error));
  else explain(error, say);
}

/** True if the server refused for want of a session. @param {unknown} error */
export const isSessionOver = (error) =>
  error instanceof Refusal && error.reason === "session_required";

/**
 * The level that the refused call needs; null for any other error.
 *
 * @param {unknown} error
 * @returns {"weak"|"strong"|null}
 */
export const neededLevel = (error) => (error instanceof Refusal ? error.level : null);
