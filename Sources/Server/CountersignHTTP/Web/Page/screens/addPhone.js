import { makeEnrolLink } from "../calls/makeLink.js";
import { button } from "../core/button.js";
import { element } from "../core/element.js";
import { showLoaded } from "../core/loading.js";
import { open } from "../core/places.js";
import { show } from "../core/screen.js";
import { isAddedByCode } from "../factors/newFactor.js";
import { showLinkOver } from "../links/linkOver.js";
import { linkPanel } from "../links/linkPanel.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { showConfirmFactor } from "./confirmFactor.js";

/**
 * Adds a phone: an account that has a factor proves one first; the phone of another asks for a
 * mailed code.
 *
 * @param {object} factors the second factor as it stands
 */
export function showAddPhone(factors) {
  if (!isAddedByCode(factors)) {
    return showConfirmFactor(factors, "phone", async (proof) => {
      const link = await makeEnrolLink(proof);
      return () => show({ ...head, ...draw(link, factors, false) });
    });
  }
  begin("phone");
  return showLoaded(head, () => makeEnrolLink(), (link) => draw(link, factors, true));
}

const head = { title: texts.addPhone.title, place: "security" };

function draw(link, factors, needsCode) {
  const panel = linkPanel(link, {
    label: texts.addPhone.codeLabel,
    steps: needsCode ? texts.addPhone.stepsWithCode : texts.addPhone.steps,
    confirmed: () => open("security", texts.addPhone.added),
    over: (ending) =>
      showLinkOver(ending, {
        place: "security", again: () => showAddPhone(factors), back: () => open("security"),
      }),
  });
  return {
    content: [
      element("p", { class: "lead" }, texts.addPhone.lead), ...panel.content,
      button(texts.back, { kind: "quiet wide", onclick: () => open("security") }),
    ],
    gone: panel.gone,
  };
}
