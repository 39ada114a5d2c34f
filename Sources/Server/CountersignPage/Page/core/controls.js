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
 * A button that copies a text, and says so. Where the browser does not let it, the text is shown
 * in its place, selected, to be copied by hand.
 *
 * @param {string} label
 * @param {string} text
 * @param {{kind?: string, icon?: string}} settings
 */
export function copyButton(label, text, settings) {
  const copy = button(label, {
    ...settings,
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        const shown = element("p", { class: "to-copy", tabindex: "-1" }, text);
        copy.replaceWith(element("div", {}, element("p", { class: "hint" }, texts.byHand), shown));
        shown.focus();
        getSelection().selectAllChildren(shown);
        return announce(texts.byHand);
      }
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

/**
 * A field for an e-mail address. It takes those to which the server sends.
 *
 * @param {{label: string, autocomplete: string, value?: string|null}} settings
 * @returns {ReturnType<typeof field> & {read: () => string|null}} `read` gives the address; null
 *   after it said at the field that there is none
 */
export function addressField(settings) {
  const made = field({ id: "email", type: "email", required: true, ...settings });

  function read() {
    const address = made.input.value.trim();
    const isAddress = made.input.validity.valid && addressForm.test(address);
    made.setError(isAddress ? null : texts.signUp.emailForm);
    return isAddress ? address : null;
  }

  return { ...made, read };
}

/** A name on the internet, with a dot in it, and no number at its end, as in an IP address. */
const addressForm = /^[^\s@"-][^\s@"]*@[^\s@]+\.[^\s@.]*[^\s@.\d][^\s@.]*$/;

/**
 * A field for a code of 6 digits, with room for one that is pasted as mails and apps show it:
 * `123 456`.
 *
 * @param {string} id
 * @param {string} label
 * @returns {{root: HTMLElement, input: HTMLInputElement, setError: Function, read: () => string|null}}
 *   `read` gives the digits; null where they are no code
 */
export function codeField(id, label) {
  const made = field({
    id, label, type: "text", inputmode: "numeric", maxlength: 32, autocomplete: "one-time-code",
    class: "digits", required: true,
  });
  return { ...made, read: () => codeIn(made.input.value) };
}

/** The code in a text, without spaces, hyphens and invisible characters; null for none. */
function codeIn(text) {
  const digits = text.replaceAll(/[\s\p{Pd}\p{Cf}]/gu, "");
  return /^[0-9]{6}$/.test(digits) ? digits : null;
}

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
 * Asks a question that has a safe answer and another. Where a third is named, which changes nothing
 * either, that is the main one.
 *
 * @param {{title: string, text: string, stay: string, go: string, later?: string,
 *   danger?: boolean}} question
 * @returns {Promise<"stay"|"later"|"go">}
 */
export function choose({ title, text, stay, go, later, danger = true }) {
  return new Promise((resolve) => {
    const dialog = element(
      "dialog",
      { class: "question", "aria-labelledby": "question-title", "aria-describedby": "question-text" },
      element("h2", { id: "question-title" }, title),
      element("p", { id: "question-text" }, text),
      element(
        "div", { class: "actions" },
        element(
          "button",
          { type: "button", autofocus: true, onclick: () => dialog.close("stay") }, stay,
        ),
        element(
          "button",
          {
            type: "button", class: later ? "quiet refuse" : danger ? "danger" : "primary",
            onclick: () => dialog.close("go"),
          },
          go,
        ),
        later && button(later, { kind: "primary", onclick: () => dialog.close("later") }),
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

/** Takes back the question that stands: it has its safe answer then. */
export function dismissQuestions() {
  for (const question of document.querySelectorAll("dialog.question[open]")) {
    question.close("stay");
  }
}
