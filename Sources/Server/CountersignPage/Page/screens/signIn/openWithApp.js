import { copyButton } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { show } from "../../core/screen.js";
import { texts } from "../../texts.js";

/**
 * Says that a link is for the app. The page asks the server nothing about it: that would tell its
 * maker that a phone has opened it.
 */
export function showOpenWithApp() {
  const copy = copyButton(texts.openWithApp.copy, location.href, {
    kind: "primary wide", icon: "copy",
  });
  // Nothing of this page is open here: its name leads to it.
  document.querySelector(".brand").href = "./";
  show({
    title: texts.openWithApp.title,
    symbol: element("span", { class: "symbol" }, icon("phone")),
    content: [
      element("p", { class: "lead" }, texts.openWithApp.lead),
      command(texts.openWithApp.signIn, texts.openWithApp.signInCommand),
      command(texts.openWithApp.enrol, texts.openWithApp.enrolCommand),
      copy,
      element("p", { class: "hint" }, texts.openWithApp.warning),
      element("p", { class: "aside" }, element("a", { href: "./" }, texts.openWithApp.home)),
    ],
  });
}

function command(text, line) {
  return element("p", {}, text, " ", element("code", {}, line));
}
