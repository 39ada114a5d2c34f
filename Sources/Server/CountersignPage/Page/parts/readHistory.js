import { listDecided } from "../calls/transactions.js";
import { historyOfModules, scenariosInHistory } from "../core/modules.js";
import { amountOf, fieldOf, payeeOf } from "../documents/fields.js";
import { readableDocument } from "../documents/readDocument.js";
import { shownValue } from "../documents/showValue.js";
import { texts } from "../texts.js";

/** The look of a transaction that waits no more. */
export const looks = {
  approved: { state: "completed", symbol: "check" },
  denied: { state: "denied", symbol: "deny" },
  expired: { state: "expired", symbol: "clock" },
};

/**
 * Reads all that was decided, newest first: what hosts asked for, and what modules did.
 *
 * @param {{background?: boolean}} [how] whether the page asks by itself
 * @returns {Promise<import("./historyList.js").HistoryEntry[]>}
 */
export async function readHistory(how) {
  const [decided, ...others] = await Promise.all(
    [listDecided(how), ...historyOfModules().map((read) => read(how))]);
  return [...decided.filter((one) => !isInOthers(one)).map(entryOf), ...others.flat()]
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** Tells an approval on a phone whose action is an entry of a module. */
function isInOthers({ status, number, document: json }) {
  const document = status === "approved" && number ? readableDocument(json) : null;
  return document !== null && Object.hasOwn(scenariosInHistory(), scenarioOf(document));
}

const scenarioOf = (document) => fieldOf(document, "scenario")?.value;

/** What tells it from others of the same payee; undefined for none. */
function detailOf(document) {
  const field = fieldOf(document, "reference")
    ?? fieldOf(document, scenariosInHistory()[scenarioOf(document)]);
  return field && shownValue(field, document.language);
}

function entryOf(transaction) {
  const { transactionID: id, status } = transaction;
  const document = readableDocument(transaction.document);
  return {
    ...looks[status], id, at: momentOf(transaction),
    title: document ? payeeOf(document) : texts.history.unreadable,
    detail: document ? detailOf(document) : undefined,
    amount: document ? amountOf(document) : undefined, language: document?.language,
    status: texts.history.status[status], open: { to: "pastTransaction", transaction },
  };
}

/** When it was decided; where nobody did, when its time was over. */
export const momentOf = ({ decidedAt, expiresAt }) => decidedAt ?? expiresAt;
