import { texts } from "../texts.js";
import { element, icon } from "./element.js";

const places = ["home", "buy", "history", "security"];
let signOut = () => {};

/** Tells the navigation what signing out does. @param {() => void} action */
export function onSignOut(action) {
  signOut = action;
}

/**
 * Shows the navigation to a signed-in person, or takes it away.
 *
 * @param {string|null} place the entry that the screen belongs to; null while signed out
 */
export function drawNavigation(place) {
  const navigation = document.getElementById("navigation");
  const session = document.getElementById("session");
  if (navigation.childElementCount === 0) make(navigation, session);
  navigation.hidden = session.hidden = place === null;
  document.body.classList.toggle("signed-in", place !== null);
  for (const link of navigation.children) {
    if (link.hash === `#${place}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function make(navigation, session) {
  navigation.append(
    ...places.map((name) =>
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
