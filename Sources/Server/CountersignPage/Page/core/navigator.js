import { dismissQuestions } from "./controls.js";
import { placesOfModules } from "./modules.js";
import { places } from "./navigation.js";
import { root } from "./root.js";
import { giveNext, mayLeave, workHere } from "./screen.js";

/**
 * The next screen: its name, and its values. The table `screens.js` alone knows which module shows
 * it, so that no screen has to.
 *
 * @typedef {{to: "home"|"security", done?: string}
 *   | {to: "history"} | {to: "pastTransaction", transaction: object}
 *   | {to: "openApproval", id: string, done?: string}
 *   | {to: "approve", review: Review, why?: string|null, done?: string}
 *   | {to: "approveByCodes", review: Review, request: object, why?: string}
 *   | {to: "approveByPIN", review: Review}
 *   | {to: "decided", transaction: object, ending: string} | {to: "over", transaction: object}
 *   | {to: "welcome"|"signUp"|"signInCode"|"openWithApp"|"isThatYou"|"stop"}
 *   | {to: "phoneSignIn", back?: Destination} | {to: "oneMoreStep", level: "weak"|"strong"}
 *   | {to: "recovery", place: string|null, back: Destination}
 *   | {to: "linkOver", ending: string, place: string|null, again: Destination, back: Destination}
 *   | {to: "addPasskey", factors: object, leave?: (text?: string) => Promise<void>}
 *   | {to: "addPhone"|"addApp"|"setNumber"|"tryFactor", factors: object}
 *   | {to: "rename", kind: "passkey"|"phone", id: string, name: string}
 *   | {to: "offerPasskey", isRecovery?: boolean, leave?: (text?: string) => Promise<void>}
 *   | {to: "confirmFactor", factors: object, activity: string,
 *     change: import("../documents/factorChange.js").FactorChange, named?: string,
 *     make: (proof: object) => Promise<() => void>}
 *   | {to: "setPIN", factors: object, leave?: (text?: string) => Promise<void>}
 *   | {to: string, isByAddress?: boolean}} Destination a module's screens have names of its own;
 *   `isByAddress` says that a reload, a sign-in or the way back leads to a place
 */

/** @typedef {import("../reviews/states.js").Review} Review */

/** @type {Record<string, (given: object) => any>} */
let screens = {};
/** The present address: a place of the navigation, or an approval. */
let shown = "home";
let isSignedIn = false;

/** The newest destination that a screen did not lead to by itself. @type {Destination|null} */
let newest = null;
/** True while a destination is being shown. */
let isGoing = false;
/**
 * The work that was under way when the page was locked.
 *
 * @type {{show: () => any, entered: [string, string][]}|null}
 */
let work = null;

const isPlace = (name) => places().includes(name);

/** The screens before a session that have addresses, for the way back and a reload. */
const isStep = (name) => name === "signUp" || name === "signInCode";

/** The address of an approval, by which a reload opens it again. */
const approvalAt = (id) => `approve/${id}`;

/** The id of the approval that an address names; undefined for any other. */
const approvalOf = (address) => /^approve\/([A-Za-z0-9_-]{1,128})$/.exec(address)?.[1];

/** True for a screen that says what has become of an approval. */
const isEnd = (name) => name === "decided" || name === "over";

const addressed = () => location.hash.slice(1);

/** Tells what shows each screen. @param {Record<string, (given: object) => any>} table */
export function setScreens(table) {
  screens = table;
}

/**
 * Follows the address and the navigation from now on.
 *
 * @param {() => boolean} isNobodyHere tells that no account is open here, not even one whose person
 *   has still to say so
 */
export function followAddress(isNobodyHere) {
  let newest = 0;
  // Back and forward.
  window.addEventListener("popstate", async () => {
    const wanted = addressed();
    // Of the links to a part of the screen it is no business.
    if (isNobodyHere() && (isStep(wanted) || wanted === "")) return void goToStep();
    if (!isSignedIn || !(isPlace(wanted) || approvalOf(wanted))) return;
    // Back and forward again: the person stays, and the question that stands has its answer.
    if (wanted === shown && document.querySelector("dialog.question[open]")) {
      return dismissQuestions();
    }
    newest += 1;
    const turn = newest;
    const isLeft = await mayLeave();
    // Whoever went back twice while the question stood has asked for one screen.
    if (turn !== newest) return;
    if (isLeft) goToAddress();
    else if (addressed() !== shown) history.pushState(null, "", `#${shown}`);
  });
  // A link to the present place opens it anew: it may have several screens.
  document.addEventListener("click", async (event) => {
    const wanted = event.target.closest("a")?.hash.slice(1);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
    if (!isPlace(wanted) || !isPlain) return;
    event.preventDefault();
    if (isSignedIn && (await mayLeave())) go({ to: wanted });
  });
}

/**
 * Tells if somebody is signed in and here: else the navigation leads nowhere.
 *
 * @param {boolean} value
 */
export function setSignedIn(value) {
  isSignedIn = value;
  if (value && isStep(addressed())) forgetAddress();
}

/** Forgets the address: whoever comes next begins at the first screen. */
export function forgetAddress() {
  history.replaceState(null, "", location.pathname);
}

/** Takes the address of the approval that a link to a transaction names; of Home for none. */
export function takeLinkedAddress() {
  const id = /^#([A-Za-z0-9_-]{1,128})(\?|$)/.exec(location.hash)?.[1];
  history.replaceState(null, "", id ? `${root}/#${approvalAt(id)}` : `${root}/`);
}

/**
 * The present address, where a person who signs in again comes back to it: that of an approval and,
 * with something unfinished, a module's place.
 *
 * @param {boolean} isUnfinished
 * @returns {string|null}
 */
export function addressToComeBackTo(isUnfinished) {
  const address = addressed();
  const isUnfinishedPlace = isUnfinished && placesOfModules().includes(address);
  return approvalOf(address) || isUnfinishedPlace ? address : null;
}

/** Takes an address in place of the present one, and shows nothing. @param {string} address */
export function takeAddress(address) {
  history.replaceState(null, "", `#${address}`);
}

/**
 * Shows a screen. That of a place of the navigation and an approval have addresses, which are the
 * page's then.
 *
 * @param {Destination} destination
 * @returns {any} what the screen gives
 */
export function go(destination) {
  const { to, ...given } = destination;
  const address = isPlace(to) ? to : to === "approve" ? approvalAt(given.review.id) : null;
  if (address !== null) {
    shown = address;
    if (addressed() !== address) history.pushState(null, "", `#${address}`);
  } else if (isEnd(to)) {
    // What is decided is not opened again by a reload.
    shown = "home";
    if (addressed() !== shown) history.replaceState(null, "", `#${shown}`);
  } else if (isStep(to) && addressed() !== to) {
    history.pushState(null, "", `#${to}`);
  } else if (to === "welcome" && isStep(addressed())) {
    history.pushState(null, "", location.pathname);
  }
  if (isGoing) return screens[to](given);
  newest = destination;
  isGoing = true;
  try {
    return screens[to](given);
  } finally {
    isGoing = false;
  }
}

/**
 * Keeps the work under way on a screen of Security, before the page is locked. A place, an approval
 * and what a module has not finished are found again by the address.
 */
export function keepWork() {
  const here = workHere();
  const isStepOfSecurity = here !== null && here.place === "security"
    && (here.again !== undefined || (newest !== null && !isPlace(newest.to)));
  const destination = newest;
  work = isStepOfSecurity
    ? { show: here.again ?? (() => go(destination)), entered: here.entered } : null;
}

/** Forgets it: the page is opened by somebody who signs in. */
export function forgetWork() {
  work = null;
}

/** Shows it again, with what was typed. @returns {boolean} whether there was any */
export function comeBackToWork() {
  if (work === null) return false;
  const { show, entered } = work;
  work = null;
  giveNext(entered);
  show();
  return true;
}

/** Shows the place or the approval that the address names, or home. */
export function goToAddress() {
  const wanted = addressed();
  const id = approvalOf(wanted);
  if (id) return go({ to: "openApproval", id });
  return go({ to: isPlace(wanted) ? wanted : "home", isByAddress: true });
}

/** Shows the step before a session that the address names, or the first screen. */
export const goToStep = () => go({ to: isStep(addressed()) ? addressed() : "welcome" });
