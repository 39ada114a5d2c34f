import { collectLink } from "../calls/collectLink.js";
import { makeSignInLink } from "../calls/makeLink.js";
import { button } from "../core/button.js";
import { element } from "../core/element.js";
import { explain } from "../core/explain.js";
import { showLoaded } from "../core/loading.js";
import { notice } from "../core/notice.js";
import { showLinkOver } from "../links/linkOver.js";
import { linkPanel } from "../links/linkPanel.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { enter } from "./enter.js";
import { showWelcome } from "./welcome.js";

/** Signs this screen in by a phone: it shows a code and a number, and waits. */
export function showPhoneSignIn() {
  begin("phoneSignIn");
  return showLoaded({ title: texts.phoneSignIn.title, place: null }, makeSignInLink, draw);
}

function draw(link) {
  const { root, say } = notice();
  const panel = linkPanel(link, {
    label: texts.phoneSignIn.codeLabel,
    steps: texts.phoneSignIn.steps,
    confirmed: async () => {
      try {
        await collectLink(link);
        await enter();
      } catch (error) {
        explain(error, say);
      }
    },
    over: (ending) =>
      showLinkOver(ending, { place: null, again: showPhoneSignIn, back: () => showWelcome() }),
  });
  return {
    content: [
      element("p", { class: "lead" }, texts.phoneSignIn.lead), root, ...panel.content,
      button(texts.back, { kind: "quiet wide", onclick: () => showWelcome() }),
    ],
    gone: panel.gone,
  };
}
