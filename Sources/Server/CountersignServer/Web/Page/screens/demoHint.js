import { readDeployment } from "../calls/readDeployment.js";
import { announce } from "../core/announce.js";
import { button, relabel } from "../core/button.js";
import { element, icon } from "../core/element.js";
import { texts } from "../texts.js";

/** @type {string|null} */
let mailbox = null;

/** Learns from the server whether this is a demo, and where it puts the codes. */
export async function learnDeployment() {
  mailbox = await readDeployment().then((deployment) => deployment.mailbox, () => null);
}

/** In a demo: where the code is. @returns {Node|null} */
export function demoHint() {
  if (!mailbox) return null;
  const command = texts.code.demoCommand(mailbox);
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
      element("p", {}, texts.code.demo, " ", element("code", {}, mailbox)),
      element(
        "p", { class: "command" },
        element("code", {}, command),
        copy,
      ),
    ),
  );
}
