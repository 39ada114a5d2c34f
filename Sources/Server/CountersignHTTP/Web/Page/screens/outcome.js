import { announce } from "../core/announce.js";
import { button } from "../core/button.js";
import { element, icon } from "../core/element.js";
import { moment } from "../core/moments.js";
import { money } from "../core/money.js";
import { open } from "../core/places.js";
import { show } from "../core/screen.js";
import { followOutcome } from "../payment/followOutcome.js";
import { texts } from "../texts.js";
import { showBuy } from "./buy.js";
import { rowList } from "./summary.js";

const symbols = { completed: "check", pending: "clock", failed: "returned" };

/**
 * What became of a payment. One that is still processing is followed until it is decided.
 *
 * @param {object} outcome the action's answer
 * @param {{key: string, transaction: object}} payment
 */
export function showOutcome(outcome, payment) {
  const { transaction } = payment;
  const { status } = outcome;
  const text = status === "completed"
    ? texts.outcome.completedText(transaction.payee, transaction.recipientPhone)
    : texts.outcome[`${status}Text`];
  const stop = status === "pending"
    ? followOutcome(payment.key, (decided) => showOutcome(decided, payment)) : () => {};
  const amount = money(outcome.amount, transaction.currency);
  show({
    title: texts.outcome[status],
    place: "buy",
    gone: stop,
    symbol: element("span", { class: `symbol ${status}` }, icon(symbols[status])),
    content: [
      element("p", { class: "lead" }, text),
      element(
        "section", { class: "slip" },
        rowList([
          [status === "failed" ? texts.outcome.returned : texts.outcome.paid, amount],
          [texts.review.fields.payee, transaction.payee],
          [texts.review.fields.recipientPhone, transaction.recipientPhone],
          [texts.outcome.balance, money(outcome.balance, transaction.currency)],
          [texts.outcome.time, moment(outcome.timestamp)],
          [texts.outcome.reference, outcome.transactionId],
        ]),
      ),
      element(
        "div", { class: "stack" },
        button(texts.outcome.home, { kind: "primary wide", onclick: () => open("home") }),
        button(texts.outcome.another, { kind: "quiet wide", onclick: () => showBuy() }),
      ),
    ],
  });
  announce(`${texts.outcome[status]}. ${text}`);
}
