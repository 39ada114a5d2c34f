import { texts } from "../texts.js";
import { button } from "./controls.js";
import { element } from "./element.js";
import { drawNavigation } from "./navigation.js";
import { announce, doneNotice, explain, hush, notice } from "./notice.js";

/**
 * @typedef {object} Matter what screens are about
 * @property {() => AbortSignal} signal ends when it is left
 * @property {() => void} leave ends what is under way for it
 */

/**
 * @typedef {object} Screen
 * @property {string} title what the screen is called: its heading, the window's title
 * @property {Node[]} content
 * @property {string|null} [place] the entry of the navigation that it belongs to; null while signed
 *   out
 * @property {Node|null} [symbol] drawn above the heading
 * @property {Matter} [matter] what it is about: several screens may be about the same, and one
 *   about anything else leaves it
 * @property {(how: {isSigningOut: boolean}) => Promise<boolean>} [mayLeave] asks before the person
 *   leaves
 * @property {() => void} [gone] called when another screen replaces it
 * @property {() => void} [again] shows it anew, where no destination leads to it; without a secret
 * @property {boolean} [isLock] whether it stands for a page that is locked: then no other is shown
 */

/** @type {Screen|null} */
let current = null;
let leaving = new AbortController();
let isHeld = () => false;
/** @type {Promise<boolean>|null} The answer to the question that stands. */
let asked = null;

/** The texts for the fields of the next screen, by their ids; null for none. */
let given = null;
/** The rest of it for the screen that is shown, whose fields may come later. */
let typed = new Map();

/** Tells when no screen but that of the lock may be shown. @param {() => boolean} isLocked */
export function holdScreens(isLocked) {
  isHeld = isLocked;
}

/**
 * Notes the screen that is shown, before something is waited for: an answer to a screen that
 * another has replaced, or to a matter that was left, is dropped.
 *
 * @returns {() => boolean} whether the screen is still shown and its matter was not left
 */
export function noteScreen() {
  const { signal } = leaving;
  const matter = current?.matter?.signal();
  return () => !signal.aborted && !matter?.aborted;
}

/** Ends with the screen that is shown, and with it a prompt that was opened for it. */
export const untilLeft = () => leaving.signal;

/**
 * Asks the present screen whether the person may leave it. Who asks while the question stands is
 * given its answer.
 *
 * @param {{isSigningOut?: boolean}} [how]
 * @returns {Promise<boolean>}
 */
export async function mayLeave({ isSigningOut = false } = {}) {
  if (!current?.mayLeave) return true;
  asked ??= current.mayLeave({ isSigningOut }).finally(() => (asked = null));
  return asked;
}

/**
 * Shows a screen in place of the present one, and moves the focus to its title.
 *
 * @param {Screen} screen
 */
export function show(screen) {
  // What was under way when the page was locked comes to nothing here.
  if (isHeld() && !screen.isLock) return;
  leaving.abort();
  leaving = new AbortController();
  hush();
  current?.gone?.();
  if (current?.matter !== screen.matter) current?.matter?.leave();
  // A question that the screen before has asked is answered by its end.
  for (const question of document.querySelectorAll("dialog[open]")) question.close("stay");
  const isFirst = current === null;
  current = screen;
  const title = element("h1", { tabindex: "-1" }, screen.title);
  const main = document.getElementById("main");
  main.replaceChildren(
    element("div", { class: "screen" }, screen.symbol, title, ...screen.content.filter(Boolean)),
  );
  typed = new Map(given ?? []);
  given = null;
  fillIn();
  document.title = `${screen.title} – ${texts.product}`;
  drawNavigation(screen.place ?? null);
  window.scrollTo(0, 0);
  uncover();
  // When the page has just been opened the focus stays where the browser has put it.
  if (!isFirst) title.focus({ preventScroll: true });
}

/**
 * The main button with its notice, or a group of it and its opposite. On a phone they stay in sight,
 * unless they would lie over what is approved.
 *
 * @param {{root: HTMLElement}} notice
 * @param {Node|null|undefined} main
 */
export const mainPart = ({ root }, main) =>
  (main ? element("div", { class: "main-part" }, root, main) : root);

/**
 * Puts content into the screen that is shown, below its title, which keeps the focus.
 *
 * @param {Screen} screen
 * @param {Pick<Screen, "content"|"mayLeave"|"gone">} more
 */
function fill(screen, more) {
  if (current !== screen) return;
  Object.assign(screen, more);
  const title = document.querySelector("#main h1");
  while (title.nextSibling) title.nextSibling.remove();
  title.after(...more.content.filter(Boolean));
  fillIn();
  uncover();
}

/** True while the screen of a locked page is shown. */
export const isLockShown = () => current?.isLock === true;

/**
 * The work under way on the screen that is shown: what was typed into its fields, but for PINs and
 * codes, and how it is shown anew.
 *
 * @returns {{place: string|null, again: (() => void)|undefined, entered: [string, string][]}|null}
 *   null where the page is locked
 */
export function workHere() {
  if (current === null || isLockShown()) return null;
  const entered = [...document.querySelectorAll("#main input")]
    .filter((input) => input.id !== "" && !isSecret(input) && input.value !== "")
    .map(({ id, value }) => [id, value]);
  return { place: current.place ?? null, again: current.again, entered };
}

const isSecret = ({ type, autocomplete }) => type === "password" || type === "checkbox"
  || type === "radio" || autocomplete === "one-time-code";

/** Gives the next screen what was typed before. @param {[string, string][]} entered */
export function giveNext(entered) {
  given = entered;
}

function fillIn() {
  for (const [id, value] of typed) {
    const input = document.querySelector(`#main input#${CSS.escape(id)}`);
    if (input === null) continue;
    input.value = value;
    typed.delete(id);
  }
}

/**
 * Lets the main part scroll with the page where it would cover the document. Its button then comes
 * after all of the document.
 */
function uncover() {
  const part = document.querySelector("#main .main-part");
  const shown = document.querySelector("#main .slip");
  if (!part || !shown) return;
  part.classList.remove("below");
  const isOver = shown.getBoundingClientRect().bottom > part.getBoundingClientRect().top;
  part.classList.toggle("below", isOver);
}

window.addEventListener("resize", uncover);

/**
 * Shows a screen whose content comes from the server: an empty form of it first, then the content,
 * or what went wrong with a way to try again.
 *
 * @template Value
 * @param {{title: string, place: string, done?: string}} head `done` is what has just been done
 * @param {() => Promise<Value>} load
 * @param {(value: Value) => Screen} draw
 */
export async function showLoaded(head, load, draw) {
  const { root, say } = notice();
  const again = button(texts.tryAgain, {
    onclick: () => showLoaded(head, load, draw), hidden: true,
  });
  const waiting = element(
    "div", { class: "placeholder", "aria-busy": "true" },
    element("span", { class: "unseen" }, texts.loading),
  );
  const done = head.done ? [doneNotice(head.done)] : [];
  const screen = { ...head, content: [...done, waiting, root, again] };
  show(screen);
  const isHere = noteScreen();
  if (head.done) announce(head.done);
  try {
    const value = await load();
    if (!isHere()) return;
    const drawn = draw(value);
    fill(screen, { ...drawn, content: [...done, ...drawn.content] });
  } catch (error) {
    if (!isHere()) return;
    waiting.hidden = true;
    again.hidden = false;
    explain(error, say);
  }
}
