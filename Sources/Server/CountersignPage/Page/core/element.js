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
 * An icon of this page, in the colour of the text around it; it says nothing to a screen reader.
 *
 * @param {string} name
 */
export function icon(name) {
  return element("span", { class: `icon icon-${name}`, "aria-hidden": "true" });
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
