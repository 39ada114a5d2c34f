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
