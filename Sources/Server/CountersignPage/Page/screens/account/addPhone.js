import { makeEnrolLink } from "../../calls/links.js";
import { isAddedByCode } from "../../calls/secondFactor.js";
import { button } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { show, showLoaded } from "../../core/screen.js";
import { linkPanel } from "../../parts/linkPanel.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/**
 * Adds a phone: an account that has a factor proves one first; the phone of another asks for a
 * mailed code.
 *
 * @param {object} factors the second factor as it stands
 */
export function showAddPhone(factors) {
  if (!isAddedByCode(factors)) {
    return go({
      to: "confirmFactor", factors, activity: "phone",
      change: async (proof) => {
        const link = await makeEnrolLink(proof);
        return () => show({ ...head, ...draw(link, factors, false) });
      },
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
    confirmed: () => go({ to: "security", done: texts.addPhone.added }),
    over: (ending) => go({
      to: "linkOver", ending, place: "security", again: { to: "addPhone", factors },
      back: { to: "security" },
    }),
  });
  return {
    content: [
      element("p", { class: "lead" }, texts.addPhone.lead), ...panel.content,
      button(texts.back, { kind: "quiet wide", onclick: () => go({ to: "security" }) }),
    ],
    gone: panel.gone,
  };
}
