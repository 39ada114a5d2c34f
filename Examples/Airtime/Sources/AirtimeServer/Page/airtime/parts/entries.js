import { listTopUps } from "../calls/topUps.js";
import { money } from "../formats.js";
import { texts } from "../texts.js";

/** The icon of each status. */
export const symbols = { completed: "check", pending: "clock", failed: "returned" };

/**
 * The purchases as entries of the history, newest first.
 *
 * @param {{background?: boolean}} [how] whether the page asks by itself
 * @returns {Promise<import("../../parts/historyList.js").HistoryEntry[]>}
 */
export const readEntries = async (how) => (await listTopUps(how)).map(entryOf);

function entryOf(topUp) {
  const { transactionId, status, timestamp, transaction } = topUp;
  return {
    id: transactionId, at: timestamp, state: status, symbol: symbols[status],
    title: transaction.payee, detail: transaction.recipientPhone,
    amount: money(transaction.amount, transaction.currency),
    status: texts.history.status[status], open: { to: "pastPurchase", topUp },
  };
}
