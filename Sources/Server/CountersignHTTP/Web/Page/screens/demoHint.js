import { announce } from "../core/announce.js";
import { button, relabel } from "../core/button.js";
import { mailbox } from "../core/deployment.js";
import { element, icon } from "../core/element.js";
import { texts } from "../texts.js";

/** In a demo: where the code is. @returns {Node|null} */
export function demoHint() {
  const file = mailbox();
  if (!file) return null;
  const command = texts.code.demoCommand(file);
  const copy = button(texts.code.copy, {
    kind: "quiet", icon: "copy",
    onclick: async () => {
      await navigator.clipboard.writeText(command);
      relabel(copy, texts.copied);
      announce(texts.copied);
    },
  });
  return element(
    "aside", { class: "demo" },
    icon("info"),
    element(
      "div", {},
      element("p", {}, texts.code.demo, " ", element("code", {}, file)),
      element(
        "p", { class: "command" },
        element("code", {}, command),
        copy,
      ),
    ),
  );
}
