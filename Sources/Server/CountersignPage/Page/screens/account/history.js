import { listDecided } from "../../calls/transactions.js";
import { button } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { moment } from "../../core/formats.js";
import { historyOfModules } from "../../core/modules.js";
import { go } from "../../core/navigator.js";
import { show, showLoaded } from "../../core/screen.js";
import { amountOf, fieldOf, payeeOf } from "../../documents/fields.js";
import { readableDocument } from "../../documents/readDocument.js";
import { rowList, slip } from "../../documents/slip.js";
import { historyList } from "../../parts/historyList.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/** The look of a transaction that waits no more. */
const looks = {
  approved: { state: "completed", symbol: "check" },
  denied: { state: "denied", symbol: "deny" },
  expired: { state: "expired", symbol: "clock" },
};

/** All that was decided, newest first: what hosts asked for, and what modules did. */
export function showHistory() {
  begin("history");
  return showLoaded({ title: texts.history.title, place: "history" }, () => load(), (entries) => {
    const list = historyList(entries, {
      none: texts.history.none, load: () => load({ background: true }),
    });
    return { content: [list.root], gone: list.stop };
  });
}

/** @returns {Promise<import("../../parts/historyList.js").HistoryEntry[]>} */
async function load(how) {
  const [decided, ...others] = await Promise.all(
    [listDecided(how), ...historyOfModules().map((read) => read(how))]);
  return [...decided.map(entryOf), ...others.flat()]
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

function entryOf(transaction) {
  const { transactionID: id, status } = transaction;
  const document = readableDocument(transaction.document);
  return {
    ...looks[status], id, at: momentOf(transaction),
    title: document ? payeeOf(document) : texts.history.unreadable,
    amount: document ? amountOf(document) : undefined, language: document?.language,
    status: texts.history.status[status], open: { to: "pastTransaction", transaction },
  };
}

/** When it was decided; where nobody did, when its time was over. */
const momentOf = ({ decidedAt, expiresAt }) => decidedAt ?? expiresAt;

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
    [texts.history.when[status], moment(momentOf(transaction))],
    ...(userInput ? [[texts.history.words, userInput]] : []),
    // Most documents name it themselves.
    ...(document && fieldOf(document, "transactionID")
      ? [] : [[texts.decided.transaction, transactionID]]),
  ];
  show({
    title: texts.history.status[status],
    place: "history",
    symbol: element("span", { class: `symbol ${state}` }, icon(symbol)),
    content: [
      document ? slip(document, { more }) : element("section", { class: "slip" }, rowList(more)),
      button(texts.history.back, { kind: "wide", onclick: () => go({ to: "history" }) }),
    ],
  });
}
