import { element } from "./element.js";

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
