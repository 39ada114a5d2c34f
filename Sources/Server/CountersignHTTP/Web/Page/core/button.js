import { element, icon } from "./element.js";

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
