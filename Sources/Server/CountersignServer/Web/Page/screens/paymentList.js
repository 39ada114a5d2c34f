import { listTopUps } from "../calls/listTopUps.js";
import { element, icon } from "../core/element.js";
import { moment } from "../core/moments.js";
import { money } from "../core/money.js";
import { texts } from "../texts.js";

const symbols = { completed: "check", pending: "clock", failed: "returned" };
const pauseSeconds = 5;
const mostTurns = 60;

/**
 * Payments with their status; one that is still processing is followed until it is decided.
 *
 * @param {object[]} topUps
 * @param {string} none what to say where there are none
 * @returns {{root: HTMLElement, stop: () => void}}
 */
export function paymentList(topUps, none) {
  if (topUps.length === 0) {
    return { root: element("p", { class: "empty" }, none), stop: () => {} };
  }
  const root = element("ul", { class: "payments" });
  let timer = null;
  const draw = (items) => root.replaceChildren(...items.map(row));
  const follow = (items, turn) => {
    if (turn === mostTurns || items.every(({ status }) => status !== "pending")) return;
    timer = setTimeout(async () => {
      const fresh = await listTopUps({ background: true }).catch(() => items);
      if (timer === null) return;
      const shown = fresh.slice(0, items.length);
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
