import { element, icon, placeRows } from "../core/element.js";
import { go } from "../core/navigator.js";
import { shownTime } from "../documents/slip.js";

/**
 * One thing that was decided, as a list shows it.
 *
 * @typedef {object} HistoryEntry
 * @property {string} id of no other entry
 * @property {string} at when, RFC 3339
 * @property {"completed"|"pending"|"failed"|"denied"|"expired"} state how it looks
 * @property {string} symbol the name of its icon
 * @property {string} title
 * @property {string} [detail]
 * @property {string} [amount]
 * @property {string} [language] of `title` and `amount`, where it may be another than the page's
 * @property {string} status its state in words
 * @property {import("../core/navigator.js").Destination} open its details
 */

const pauseSeconds = 5;
const mostTurns = 60;

/**
 * Entries of the history, each of which opens its details; one that is pending is followed until it
 * is decided.
 *
 * @param {HistoryEntry[]} entries
 * @param {object} settings
 * @param {string} settings.none what to say where there are none
 * @param {() => Promise<HistoryEntry[]>} settings.load asks for them anew, in the background
 * @param {() => Promise<void>} [settings.decided] done before an entry is shown that is pending no
 *   more; where it fails, the list stays as it is and is asked for again
 * @returns {{root: HTMLElement, refresh: () => void, stop: () => void}} `refresh` asks for them now
 */
export function historyList(entries, { none, load, decided = async () => {} }) {
  const list = element("ul", { class: "payments" });
  const empty = element("p", { class: "empty" }, none);
  const root = element("div");
  /** A row stays the same while its entry does: it may have the focus. */
  const rows = new Map();
  let shown = entries;
  let isStopped = false;
  let timer = null;

  function draw() {
    placeRows(root, [shown.length > 0 ? list : empty]);
    placeRows(list, shown.map((item) => {
      const key = JSON.stringify([item.id, item.state]);
      if (!rows.has(key)) rows.set(key, row(item));
      return rows.get(key);
    }));
  }

  async function look() {
    const fresh = await load();
    if (shown.some((item) => isPending(item) && !isPendingIn(fresh, item))) await decided();
    if (isStopped) return;
    shown = fresh;
    draw();
  }

  function follow(turn) {
    if (isStopped || turn === mostTurns || !shown.some(isPending)) return;
    timer = setTimeout(async () => {
      await look().catch(() => {});
      follow(turn + 1);
    }, pauseSeconds * 1000);
  }

  draw();
  follow(0);
  return {
    root,
    refresh: () => void look().catch(() => {}),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const isPending = ({ state }) => state === "pending";

const isPendingIn = (items, { id }) => items.some((item) => item.id === id && isPending(item));

function row({ at, state, symbol, title, detail, amount, language, status, open }) {
  return element(
    "li", {},
    element(
      "button", { type: "button", class: `payment ${state}`, onclick: () => go(open) },
      element("span", { class: "payment-symbol" }, icon(symbol)),
      element(
        "span", { class: "payment-what" },
        element("span", { class: "payment-title", lang: language }, title),
        detail && element("span", { class: "hint" }, detail),
        element("span", { class: "hint" }, shownTime(at)),
      ),
      element(
        "span", { class: "payment-much" },
        amount && element("span", { class: "amount", lang: language }, amount),
        element("span", { class: "status" }, status),
      ),
    ),
  );
}
