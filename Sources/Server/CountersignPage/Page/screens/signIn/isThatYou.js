import { readSessions } from "../../calls/session.js";
import { button } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { askSignOut } from "../../core/navigation.js";
import { showLoaded } from "../../core/screen.js";
import { account, noteConfirmed } from "../../session/account.js";
import { enter } from "../../session/enter.js";
import { texts } from "../../texts.js";

/**
 * Says whose account a code has signed in, before anything of it is shown or approved: whoever got
 * the person to scan or show a code may have had another account opened.
 */
export function showIsThatYou() {
  return showLoaded({
    title: texts.isThatYou.title, place: null,
    symbol: element("span", { class: "symbol" }, icon("phone")),
  }, readSessions, draw);
}

function draw({ account: shown }) {
  return {
    content: [
      shown && element("p", { class: "lead" }, texts.signedInAs(shown.displayName)),
      element("p", { class: shown ? null : "lead" }, texts.isThatYou.text),
      element(
        "div", { class: "stack" },
        button(texts.isThatYou.yes, { kind: "primary wide", icon: "check", onclick: goOn }),
        button(texts.isThatYou.no, { kind: "wide", icon: "signOut", onclick: askSignOut }),
      ),
    ],
  };
}

function goOn() {
  noteConfirmed();
  return enter(account());
}
