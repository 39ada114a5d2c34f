import { button, relabel } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { announce } from "../../core/notice.js";
import { show } from "../../core/screen.js";
import { texts } from "../../texts.js";

/**
 * Says that a link is for the app. The page asks the server nothing about it: that would tell its
 * maker that a phone has opened it.
 */
export function showOpenWithApp() {
  const address = location.href;
  const copy = button(texts.openWithApp.copy, {
    kind: "primary wide", icon: "copy",
    onclick: async () => {
      await navigator.clipboard.writeText(address);
      relabel(copy, texts.copied);
      announce(texts.copied);
    },
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
