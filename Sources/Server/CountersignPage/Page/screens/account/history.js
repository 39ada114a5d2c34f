import { button } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { show, showLoaded } from "../../core/screen.js";
import { fieldOf } from "../../documents/fields.js";
import { readableDocument } from "../../documents/readDocument.js";
import { rowList, shownTime, slip } from "../../documents/slip.js";
import { historyList } from "../../parts/historyList.js";
import { looks, momentOf, readHistory } from "../../parts/readHistory.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/** All that was decided, newest first: what hosts asked for, and what modules did. */
export function showHistory() {
  begin("history");
  return showLoaded({ title: texts.history.title, place: "history" }, readHistory, (entries) => {
    const list = historyList(entries, {
      none: texts.history.none, load: () => readHistory({ background: true }),
    });
    return { content: [list.root], gone: list.stop };
  });
}

/**
 * Shows one of them with all that was decided on.
 *
 * @param {object} transaction as the server lists it
 */
export function showPastTransaction(transaction) {
  const { status, transactionID, userInput } = transaction;
  const { state, symbol } = looks[status];
  const document = readableDocument(transaction.document);
  const more = [
    [texts.history.when[status], shownTime(momentOf(transaction))],
    ...(userInput ? [[texts.history.words, userInput]] : []),
  ];
  // Most documents name it themselves.
  const ids = document && fieldOf(document, "transactionID")
    ? [] : [[texts.decided.transaction, transactionID]];
  show({
    title: texts.history.status[status],
    place: "history",
    symbol: element("span", { class: `symbol ${state}` }, icon(symbol)),
    content: [
      document ? slip(document, { more, ids, isDecided: true })
        : element("section", { class: "slip" }, rowList([...more, ...ids])),
      button(texts.history.back, { kind: "wide", onclick: () => go({ to: "history" }) }),
    ],
  });
}
