import { texts } from "../texts.js";
import { element } from "./element.js";
import { drawNavigation } from "./navigation.js";

/**
 * @typedef {object} Screen
 * @property {string} title what the screen is called: its heading, the window's title
 * @property {Node[]} content
 * @property {string|null} [place] the entry of the navigation that it belongs to; null while signed
 *   out
 * @property {Node|null} [symbol] drawn above the heading
 * @property {{leaving: AbortController}} [matter] what it is about: several screens may be about
 *   the same, and one about anything else ends what is under way
 * @property {(how: {isSigningOut: boolean}) => Promise<boolean>} [mayLeave] asks before the person
 *   leaves
 * @property {() => void} [gone] called when another screen replaces it
 */

/** @type {Screen|null} */
let current = null;
let leaving = new AbortController();

/**
 * Notes the screen that is shown, before something is waited for: an answer to a screen that
 * another has replaced, or to a matter that was left, is dropped.
 *
 * @returns {() => boolean} whether the screen is still shown and its matter was not left
 */
export function noteScreen() {
  const { signal } = leaving;
  const matter = current?.matter?.leaving.signal;
  return () => !signal.aborted && !matter?.aborted;
}

/** Ends with the screen that is shown, and with it a prompt that was opened for it. */
export const untilLeft = () => leaving.signal;

/**
 * Asks the present screen whether the person may leave it.
 *
 * @param {{isSigningOut?: boolean}} [how]
 * @returns {Promise<boolean>}
 */
export async function mayLeave({ isSigningOut = false } = {}) {
  return current?.mayLeave ? current.mayLeave({ isSigningOut }) : true;
}

/**
 * Shows a screen in place of the present one, and moves the focus to its title.
 *
 * @param {Screen} screen
 */
export function show(screen) {
  leaving.abort();
  leaving = new AbortController();
  current?.gone?.();
  if (current?.matter !== screen.matter) current?.matter?.leaving.abort();
  // A question that the screen before has asked is answered by its end.
  for (const question of document.querySelectorAll("dialog[open]")) question.close("stay");
  const isFirst = current === null;
  current = screen;
  const title = element("h1", { tabindex: "-1" }, screen.title);
  const main = document.getElementById("main");
  main.replaceChildren(
    element("div", { class: "screen" }, screen.symbol, title, ...screen.content.filter(Boolean)),
  );
  document.title = `${screen.title} – ${texts.product}`;
  drawNavigation(screen.place ?? null);
  window.scrollTo(0, 0);
  // When the page has just been opened the focus stays where the browser has put it.
  if (!isFirst) title.focus({ preventScroll: true });
}

/**
 * Puts content into the screen that is shown, below its title, which keeps the focus.
 *
 * @param {Screen} screen
 * @param {Pick<Screen, "content"|"mayLeave"|"gone">} more
 */
export function fill(screen, more) {
  Object.assign(screen, more);
  const title = document.querySelector("#main h1");
  while (title.nextSibling) title.nextSibling.remove();
  title.after(...more.content.filter(Boolean));
}
