import { button } from "../core/controls.js";
import { timeLeft } from "../core/countdown.js";
import { element, icon, placeRows } from "../core/element.js";
import { go } from "../core/navigator.js";
import { explain, notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { noteScreen } from "../core/screen.js";
import { NotWhatWasAsked } from "../documents/askDocument.js";
import { amountOf, fieldOf, payeeOf } from "../documents/fields.js";
import { openReview } from "../reviews/openReview.js";
import { checkWaiting, onWaiting, waitingNow } from "../reviews/waiting.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";

/**
 * The list of payments for the person's decision, as they come and go; nothing where nothing waits.
 *
 * @returns {{root: HTMLElement, stop: () => void}}
 */
export function waitingList() {
  const { root: problem, say } = notice();
  const list = element("ul", { class: "waiting-list" });
  const root = element(
    "section", { class: "waiting", "aria-labelledby": "waiting-title" },
    element("h2", { id: "waiting-title" }, texts.waiting.title), problem, list,
  );
  /** A row stays the same while its transaction waits: it may have the focus. */
  const rows = new Map();
  // One at a time, whichever row it is: of two only the last could be shown.
  const review = once(
    () => [...list.querySelectorAll("button")], (transaction) => open(transaction, say));

  function draw() {
    const waiting = waitingNow();
    const ids = new Set(waiting.map(({ transactionID }) => transactionID));
    for (const [id, row] of rows) if (!ids.has(id)) remove(id, row);
    for (const transaction of waiting) {
      const { transactionID: id } = transaction;
      if (!rows.has(id)) rows.set(id, waitingRow(transaction, review));
    }
    placeRows(list, waiting.map(({ transactionID }) => rows.get(transactionID).root));
    root.hidden = waiting.length === 0;
  }

  function remove(id, row) {
    const hadFocus = row.root.contains(document.activeElement);
    row.stop();
    row.root.remove();
    rows.delete(id);
    if (hadFocus) (list.querySelector("button") ?? document.querySelector("#main h1")).focus();
  }

  draw();
  const stopListening = onWaiting(draw);
  return {
    root,
    stop: () => {
      stopListening();
      for (const row of rows.values()) row.stop();
    },
  };
}

function waitingRow(transaction, open) {
  const { document } = transaction;
  const [much, payee] = [amountOf(document), payeeOf(document)];
  // Two of one payee can look alike: what tells them apart is said.
  const told = ["reference", "card"].map((name) => fieldOf(document, name)).filter(Boolean);
  const left = timeLeft(transaction.expiresAt, {
    over: checkWaiting, text: (seconds) => texts.waiting.left(texts.duration(seconds)),
  });
  const review = button(texts.waiting.review, {
    kind: "primary", "aria-label": texts.waiting.reviewOf(much, payee),
    onclick: (event) => open(event, transaction),
  });
  const root = element(
    "li", { class: "waiting-row" },
    element("span", { class: "waiting-symbol" }, icon("clock")),
    element(
      "div", { class: "waiting-what" },
      element("p", { class: "waiting-payee", lang: document.language }, payee),
      element("p", { class: "amount" }, much),
      element(
        "p", { class: "hint" },
        ...told.flatMap(({ label, value }) =>
          [element("span", { lang: document.language }, `${label} ${value}`), " · "]),
        left.root,
      ),
    ),
    review,
  );
  return { root, stop: left.stop };
}

async function open(listed, say) {
  say(null);
  begin("approve");
  const isHere = noteScreen();
  try {
    const opened = await openReview(listed.transactionID, listed);
    if (isHere()) go(opened);
  } catch (error) {
    if (!isHere()) return;
    if (error instanceof NotWhatWasAsked) say(texts.approve.notWhatWasShown);
    else explain(error, say);
  }
}
