import { element, icon, moment } from "../../page.js";
import { listTopUps } from "../calls/topUps.js";
import { money } from "../formats.js";
import { texts } from "../texts.js";

const symbols = { completed: "check", pending: "clock", failed: "returned" };
const pauseSeconds = 5;
const mostTurns = 60;

/**
 * Payments with their status; one that is still processing is followed until it is decided.
 *
 * @param {object[]} topUps
 * @param {string} none what to say where there are none
 * @param {() => Promise<void>} [decided] done before a payment is shown that is pending no more;
 *   where it fails, the list stays as it is and is asked for again
 * @returns {{root: HTMLElement, stop: () => void}}
 */
export function paymentList(topUps, none, decided = async () => {}) {
  if (topUps.length === 0) {
    return { root: element("p", { class: "empty" }, none), stop: () => {} };
  }
  const root = element("ul", { class: "payments" });
  let timer = null;
  const draw = (items) => root.replaceChildren(...items.map(row));
  const look = async (items) => {
    const fresh = (await listTopUps({ background: true })).slice(0, items.length);
    if (items.some((item) => isPending(item) && !isPendingIn(fresh, item))) await decided();
    return fresh;
  };
  const follow = (items, turn) => {
    if (turn === mostTurns || !items.some(isPending)) return;
    timer = setTimeout(async () => {
      const shown = await look(items).catch(() => items);
      if (timer === null) return;
      draw(shown);
      follow(shown, turn + 1);
    }, pauseSeconds * 1000);
  };
  draw(topUps);
  follow(topUps, 0);
  return {
    root,
    stop: () => {
      clearTimeout(timer);
      timer = null;
    },
  };
}

const isPending = ({ status }) => status === "pending";

const isPendingIn = (items, { transactionId }) =>
  items.some((item) => item.transactionId === transactionId && isPending(item));

function row({ status, timestamp, transaction }) {
  return element(
    "li", { class: `payment ${status}` },
    element("span", { class: "payment-symbol" }, icon(symbols[status])),
    element(
      "div", { class: "payment-what" },
      element("p", {}, transaction.payee),
      element("p", { class: "hint" }, transaction.recipientPhone),
    ),
    element(
      "div", { class: "payment-much" },
      element("p", { class: "amount" }, money(transaction.amount, transaction.currency)),
      element("p", { class: "status" }, texts.history.status[status]),
    ),
    element("p", { class: "payment-when hint" }, moment(timestamp)),
  );
}
