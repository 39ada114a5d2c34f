import { element } from "../core/element.js";
import { language } from "../core/language.js";

/**
 * Shows a dialog over whatever page this is, and waits until it is closed.
 *
 * @template Outcome
 * @param {string} title
 * @param {(close: (outcome: Outcome) => void) => Node[]} draw
 * @returns {Promise<Outcome|null>} what it was closed with; null where the person closed it
 */
export function showDialog(title, draw) {
  return new Promise((resolve) => {
    let outcome = null;
    const close = (given) => {
      outcome = given;
      dialog.close();
    };
    const dialog = element(
      "dialog", { class: "countersign", lang: language, "aria-labelledby": "countersign-title" },
      element("h2", { id: "countersign-title" }, title), ...draw(close),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(outcome);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
