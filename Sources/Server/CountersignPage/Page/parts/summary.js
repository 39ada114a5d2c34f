import { element } from "../core/element.js";
import { moment, money } from "../core/formats.js";
import { texts } from "../texts.js";

const order = ["payee", "recipientPhone", "supplierSlug", "productCode"];
const shownElsewhere = ["amount", "currency", "useCashback"];

/**
 * A transaction exactly as the server says that it will execute it: a field that this page does not
 * know is shown too.
 *
 * @param {object} transaction
 * @param {[string, string][]} [more] further rows
 */
export function summary(transaction, more = []) {
  const unknown = Object.keys(transaction)
    .filter((name) => !order.includes(name) && !shownElsewhere.includes(name));
  const rows = [...order, ...unknown].filter((name) => transaction[name] !== undefined)
    .map((name) => [texts.review.fields[name] ?? name, String(transaction[name])]);
  if (transaction.useCashback) {
    rows.push([texts.review.fields.useCashback, texts.review.cashbackFirst]);
  }
  return element(
    "section", { class: "slip" },
    element("p", { class: "slip-label" }, texts.review.you),
    element("p", { class: "slip-amount" }, money(transaction.amount, transaction.currency)),
    rowList([...rows, ...more]),
  );
}

/** Names with their values. @param {[string, string][]} rows */
export function rowList(rows) {
  return element(
    "dl", { class: "rows" },
    ...rows.map(([name, value]) =>
      element("div", {}, element("dt", {}, name), element("dd", {}, value))),
  );
}

const shownInSlip = [
  "amount", "currency", "payee", "lastFourPAN", "createdAt", "expiresAt", "transactionID",
];

/**
 * What a host wants decided, whole unless brief; a field that this page does not know is shown too.
 *
 * @param {object} transaction
 * @param {Node} left the time that is left
 * @param {boolean} isBrief
 */
export function transactionSlip(transaction, left, isBrief) {
  const { amount, currency, payee, lastFourPAN, createdAt, transactionID } = transaction;
  const unknown = Object.keys(transaction).filter((name) => !shownInSlip.includes(name));
  return element(
    "section", { class: "slip" },
    element("p", { class: "slip-label" }, texts.review.you),
    element("p", { class: "slip-amount" }, money(amount, currency)),
    rowList([
      [texts.approve.payee, payee],
      ...(lastFourPAN ? [[texts.approve.cardLabel, texts.approve.card(lastFourPAN)]] : []),
      ...(isBrief ? [] : unknown.map((name) => [name, String(transaction[name])])),
      ...(isBrief ? [] : [[texts.approve.asked, moment(createdAt)]]),
      [texts.approve.left, left],
      ...(isBrief ? [] : [[texts.outcome.reference, transactionID]]),
    ]),
  );
}
