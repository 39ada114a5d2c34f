import { icons } from "./icons.js";

/**
 * Makes an element. Text always becomes a text node, so nothing that a server or a person wrote can
 * become markup.
 *
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `on…` are listeners; true is an attribute without
 *   value; false, null and undefined leave the attribute out.
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child || child === ""));
  return made;
}

/**
 * An icon, in the colour of the text around it; it says nothing to a screen reader.
 *
 * @param {string} name of the table, or of a class `icon-NAME` that has a mask
 */
export function icon(name) {
  const settings = { class: `icon icon-${name}`, "aria-hidden": "true" };
  if (!Object.hasOwn(icons, name)) return element("span", settings);
  return svgElement(
    "svg", { ...settings, viewBox: "0 0 24 24", focusable: "false" },
    ...icons[name].map(([tag, attributes]) => svgElement(tag, attributes)));
}

/**
 * Makes an element of a drawing.
 *
 * @param {string} tag
 * @param {Record<string, string|number>} attributes
 * @param {...Node} children
 */
export function svgElement(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * Puts rows into a list in their order. One that stands where it belongs is not touched: to take it
 * out and put it back would take its focus.
 *
 * @param {HTMLElement} list
 * @param {HTMLElement[]} rows
 */
export function placeRows(list, rows) {
  for (const child of [...list.children]) if (!rows.includes(child)) child.remove();
  let next = list.firstChild;
  for (const row of rows) {
    if (row === next) next = next.nextSibling;
    else list.insertBefore(row, next);
  }
}
