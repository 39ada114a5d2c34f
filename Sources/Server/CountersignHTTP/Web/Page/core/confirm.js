import { element } from "./element.js";

/**
 * Asks a question that has a safe answer and another.
 *
 * @param {{title: string, text: string, stay: string, go: string, danger?: boolean}} question
 * @returns {Promise<boolean>} whether the person chose to go on
 */
export function confirm({ title, text, stay, go, danger = true }) {
  return new Promise((resolve) => {
    const dialog = element(
      "dialog",
      { "aria-labelledby": "question-title", "aria-describedby": "question-text" },
      element("h2", { id: "question-title" }, title),
      element("p", { id: "question-text" }, text),
      element(
        "div", { class: "actions" },
        element("button", { type: "button", autofocus: true, onclick: () => dialog.close("stay") }, stay),
        element(
          "button",
          { type: "button", class: danger ? "danger" : "primary", onclick: () => dialog.close("go") },
          go,
        ),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "go");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
