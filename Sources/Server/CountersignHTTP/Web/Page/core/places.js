import { mayLeave } from "./screen.js";

/** @type {Record<string, (done?: string) => Promise<void>|void>} */
let screens = {};
let place = "home";
let isSignedIn = false;

const isPlace = (name) => Object.hasOwn(screens, name);

/** Tells which screen each entry of the navigation opens. */
export function setPlaces(table) {
  screens = table;
  // Back and forward.
  window.addEventListener("popstate", async () => {
    const wanted = location.hash.slice(1);
    if (!isSignedIn || !isPlace(wanted)) return;
    if (await mayLeave()) open(wanted);
    else history.pushState(null, "", `#${place}`);
  });
  // A link to the present place opens it anew: a purchase has several screens.
  document.addEventListener("click", async (event) => {
    const wanted = event.target.closest("a")?.hash.slice(1);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
    if (!isPlace(wanted) || !isPlain) return;
    event.preventDefault();
    if (isSignedIn && (await mayLeave())) open(wanted);
  });
}

/** Whether somebody is signed in: else the navigation leads nowhere. */
export function setSignedIn(value) {
  isSignedIn = value;
  if (!value) history.replaceState(null, "", location.pathname);
}

/**
 * Opens a place.
 *
 * @param {"home"|"buy"|"history"|"security"} name
 * @param {string} [done] what has just been done, for the screen to say
 */
export function open(name, done) {
  place = name;
  if (location.hash.slice(1) !== name) history.pushState(null, "", `#${name}`);
  return screens[name](done);
}

/** The place that the address names, or home. */
export function openAddressed() {
  const wanted = location.hash.slice(1);
  return open(isPlace(wanted) ? wanted : "home");
}
