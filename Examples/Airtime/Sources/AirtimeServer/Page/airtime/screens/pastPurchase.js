import {
  button, element, go, icon, rowList, show, shownTime, texts as page,
} from "../../page.js";
import { money } from "../formats.js";
import { symbols } from "../parts/entries.js";
import { partsOf } from "../parts/paymentFrame.js";
import { texts } from "../texts.js";

/**
 * Shows a purchase of the history with its details.
 *
 * @param {object} topUp as the server lists it
 */
export function showPastPurchase({
  transactionId, status, timestamp, transaction, fromCashback = 0,
}) {
  const { payee, recipientPhone, amount, currency } = transaction;
  show({
    title: texts.history.status[status],
    place: "history",
    symbol: element("span", { class: `symbol ${status}` }, icon(symbols[status])),
    content: [
      element(
        "section", { class: "slip" },
        rowList([
          [texts.history.payee, payee],
          [texts.history.recipientPhone, recipientPhone],
          [status === "failed" ? texts.outcome.returned : texts.outcome.paid,
            money(amount, currency)],
          ...partsOf(amount, fromCashback, currency),
          [texts.outcome.approvedAt, shownTime(timestamp)],
        ]),
        rowList([[texts.outcome.reference, transactionId]], undefined, "identifiers"),
      ),
      button(page.history.back, { kind: "wide", onclick: () => go({ to: "history" }) }),
    ],
  });
}
