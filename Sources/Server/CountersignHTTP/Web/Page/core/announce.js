/**
 * Says a text through the page's live region, for those who do not see the screen change.
 *
 * @param {string} text
 */
export function announce(text) {
  const region = document.getElementById("announcer");
  region.textContent = "";
  // A region that is emptied and filled at once is not read again by every screen reader.
  setTimeout(() => (region.textContent = text), 50);
}
