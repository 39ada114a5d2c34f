import { texts } from "../texts.js";
import { element, icon } from "./element.js";
import { announce } from "./notice.js";

/**
 * A button, with an icon where one is named.
 *
 * @param {string} label
 * @param {{kind?: string, icon?: string} & Record<string, any>} [settings]
 */
export function button(label, { kind = "", icon: name, ...attributes } = {}) {
  return element(
    "button", { type: "button", class: kind, ...attributes },
    name ? icon(name) : null, element("span", {}, label),
  );
}

/** Says on a button that its work is under way. @param {HTMLElement} made @param {string} label */
export function relabel(made, label, isBusy) {
  made.lastElementChild.textContent = label;
  if (isBusy) made.setAttribute("aria-busy", "true");
  else made.removeAttribute("aria-busy");
}

/**
 * A button that copies a text, and says so.
 *
 * @param {string} label
 * @param {string} text
 * @param {{kind?: string, icon?: string}} settings
 */
export function copyButton(label, text, settings) {
  const copy = button(label, {
    ...settings,
    onclick: async () => {
      await navigator.clipboard.writeText(text);
      relabel(copy, texts.copied);
      announce(texts.copied);
    },
  });
  return copy;
}

/**
 * A labelled input with its hint and its error, tied together for screen readers.
 *
 * @param {{id: string, label: string, hint?: string} & Record<string, any>} settings the rest are
 *   attributes of the input
 */
export function field({ id, label, hint, ...attributes }) {
  const described = [hint ? `${id}-hint` : null, `${id}-error`].filter(Boolean).join(" ");
  const input = element("input", {
    id, name: id, "aria-describedby": described, autocapitalize: "none", spellcheck: "false",
    ...attributes,
  });
  const error = element("p", { id: `${id}-error`, class: "field-error" });
  const root = element(
    "div", { class: "field" },
    element("label", { for: id }, label),
    input,
    hint ? element("p", { id: `${id}-hint`, class: "hint" }, hint) : null,
    error,
  );
  return { root, input, setError: (text) => setError(input, error, text) };
}

/** A field for a code of 6 digits. @param {string} id @param {string} label */
export const codeField = (id, label) => field({
  id, label, type: "text", inputmode: "numeric", maxlength: 6, autocomplete: "one-time-code",
  class: "digits", required: true,
});

/**
 * Says what is wrong with an input, or that nothing is any more.
 *
 * @param {HTMLElement} input
 * @param {HTMLElement} error
 * @param {string|null} text
 */
export function setError(input, error, text) {
  error.textContent = text ?? "";
  if (text) {
    input.setAttribute("aria-invalid", "true");
    input.focus();
  } else {
    input.removeAttribute("aria-invalid");
  }
}

/**
 * Asks a question that has a safe answer and another.
 *
 * @param {{title: string, text: string, stay: string, go: string, danger?: boolean}} question
 * @returns {Promise<boolean>} whether the person chose to go on
 */
export const confirm = async (question) => (await choose(question)) === "go";

/**
 * Asks a question that has a safe answer, another, and at times a third between them.
 *
 * @param {{title: string, text: string, stay: string, go: string, later?: string,
 *   danger?: boolean}} question
 * @returns {Promise<"stay"|"later"|"go">}
 */
export function choose({ title, text, stay, go, later, danger = true }) {
  return new Promise((resolve) => {
    const dialog = element(
      "dialog",
      { "aria-labelledby": "question-title", "aria-describedby": "question-text" },
      element("h2", { id: "question-title" }, title),
      element("p", { id: "question-text" }, text),
      element(
        "div", { class: "actions" },
        element(
          "button",
          { type: "button", autofocus: true, onclick: () => dialog.close("stay") }, stay,
        ),
        later && button(later, { onclick: () => dialog.close("later") }),
        element(
          "button",
          {
            type: "button", class: danger ? "danger" : "primary",
            onclick: () => dialog.close("go"),
          },
          go,
        ),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      // Closed by the Escape key, it has no value.
      resolve(dialog.returnValue || "stay");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
