import { texts } from "../texts.js";
import { element, icon } from "./element.js";
import { placesOfModules } from "./modules.js";

/** The places of the navigation, each with its address: those of modules between the page's own. */
export const places = () => ["home", ...placesOfModules(), "history", "security"];
/** How many things wait at an entry, and what a screen reader says of them. */
const badges = new Map();
let signOut = () => {};

/** Tells the navigation what signing out does. @param {() => void} action */
export function onSignOut(action) {
  signOut = action;
}

/** Signs out, as the navigation's button does: for screens without the navigation. */
export const askSignOut = () => signOut();

/**
 * Shows the navigation to a signed-in person, or takes it away.
 *
 * @param {string|null} place the entry that the screen belongs to; null while signed out
 */
export function drawNavigation(place) {
  const navigation = document.getElementById("navigation");
  const session = document.getElementById("session");
  if (navigation.childElementCount === 0) make(navigation, session);
  for (const link of navigation.children) drawBadge(link);
  navigation.hidden = session.hidden = place === null;
  document.body.classList.toggle("signed-in", place !== null);
  for (const link of navigation.children) {
    if (link.hash === `#${place}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/**
 * Says at an entry of the navigation how many things wait there.
 *
 * @param {string} place
 * @param {number} count
 * @param {string} label what they are, for those who do not see the number's place
 */
export function setBadge(place, count, label) {
  badges.set(place, { count, label });
  for (const link of document.getElementById("navigation").children) drawBadge(link);
}

function drawBadge(link) {
  const { count = 0, label } = badges.get(link.hash.slice(1)) ?? {};
  const shown = link.querySelector(".badge");
  if (shown?.textContent === String(count)) return;
  link.querySelectorAll(".badge, .unseen").forEach((part) => part.remove());
  if (count === 0) return;
  link.append(
    element("span", { class: "badge", "aria-hidden": "true" }, String(count)),
    element("span", { class: "unseen" }, label),
  );
}

function make(navigation, session) {
  navigation.append(
    ...places().map((name) =>
      element(
        "a", { href: `#${name}` }, icon(name), element("span", {}, texts.navigation[name]),
      )),
  );
  session.append(
    element(
      "button",
      { type: "button", class: "quiet", "aria-label": texts.signOut, onclick: () => signOut() },
      icon("signOut"), element("span", {}, texts.signOut),
    ),
  );
}
