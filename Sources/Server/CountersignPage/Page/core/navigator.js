import { places } from "./navigation.js";
import { mayLeave } from "./screen.js";

/**
 * The next screen: its name, and its values. The table `screens.js` alone knows which module shows
 * it, so that no screen has to.
 *
 * @typedef {{to: "home"|"security", done?: string}
 *   | {to: "history"} | {to: "pastTransaction", transaction: object}
 *   | {to: "approve", review: Review, why?: string}
 *   | {to: "approveByCodes", review: Review, request: object, why?: string}
 *   | {to: "approveByPIN", review: Review}
 *   | {to: "decided", transaction: object, ending: string} | {to: "over", transaction: object}
 *   | {to: "welcome"|"signUp"|"signInCode"|"openWithApp"|"isThatYou"|"stop"}
 *   | {to: "phoneSignIn", back?: Destination} | {to: "oneMoreStep", level: "weak"|"strong"}
 *   | {to: "recovery", place: string|null, back: Destination}
 *   | {to: "linkOver", ending: string, place: string|null, again: Destination, back: Destination}
 *   | {to: "addPasskey"|"addPhone"|"addApp"|"setNumber"|"tryFactor", factors: object}
 *   | {to: "rename", kind: "passkey"|"phone", id: string, name: string}
 *   | {to: "offerPasskey", isRecovery?: boolean}
 *   | {to: "confirmFactor", factors: object, activity: string,
 *     change: import("../documents/factorChange.js").FactorChange, named?: string,
 *     make: (proof: object) => Promise<() => void>}
 *   | {to: "setPIN", factors: object, leave?: (text?: string) => Promise<void>}
 *   | {to: string}} Destination a module's screens have names of its own
 */

/** @typedef {import("../reviews/states.js").Review} Review */

/** @type {Record<string, (given: object) => any>} */
let screens = {};
let place = "home";
let isSignedIn = false;

const isPlace = (name) => places().includes(name);

/** The screens before a session that have addresses, for the way back and a reload. */
const isStep = (name) => name === "signUp" || name === "signInCode";

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
  // Back and forward.
  window.addEventListener("popstate", async () => {
    const wanted = addressed();
    // Of the links to a part of the screen it is no business.
    if (isNobodyHere() && (isStep(wanted) || wanted === "")) return void goToStep();
    if (!isSignedIn || !isPlace(wanted)) return;
    if (await mayLeave()) go({ to: wanted });
    else history.pushState(null, "", `#${place}`);
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

/** Returns true if somebody is signed in: else the navigation leads nowhere. */
export function setSignedIn(value) {
  isSignedIn = value;
  if (!value || isStep(addressed())) history.replaceState(null, "", location.pathname);
}

/**
 * Shows a screen. That of a place of the navigation has an address, which is the page's then.
 *
 * @param {Destination} destination
 * @returns {any} what the screen gives
 */
export function go({ to, ...given }) {
  if (isPlace(to)) {
    place = to;
    if (addressed() !== to) history.pushState(null, "", `#${to}`);
  } else if (isStep(to) && addressed() !== to) {
    history.pushState(null, "", `#${to}`);
  } else if (to === "welcome" && isStep(addressed())) {
    history.pushState(null, "", location.pathname);
  }
  return screens[to](given);
}

/** Shows the place that the address names, or home. */
export function goToAddress() {
  const wanted = addressed();
  return go({ to: isPlace(wanted) ? wanted : "home" });
}

/** Shows the step before a session that the address names, or the first screen. */
export const goToStep = () => go({ to: isStep(addressed()) ? addressed() : "welcome" });
