import {
  announce, begin, button, countdown, element, explain, fieldOf, go, icon, isSessionOver,
  noteScreen, notice, onTheWaySeconds, readOperation, Refusal, show, shownTime, slip,
} from "../../page.js";
import { money } from "../formats.js";
import { partsOf } from "../parts/paymentFrame.js";
import { followOutcome, forget } from "../payment/outcomes.js";
import { forgetPurchase } from "../payment/unfinishedPurchase.js";
import { texts } from "../texts.js";

/** Seconds between two questions, the last one repeated. */
const pausesSeconds = [2, 3, 5, 10, 15];

/**
 * Asks what became of a payment whose answer was lost, until the server says it. Nothing is paid
 * from here.
 *
 * @param {import("../payment/outcomes.js").Sent} payment
 */
export function showChecking(payment) {
  begin("check");
  const since = performance.now();
  let turn = 0;
  let stop = () => {};
  const { root, say } = notice();
  const askNow = button(texts.checking.askNow, {
    kind: "wide", onclick: () => ask(), hidden: true,
  });

  async function ask() {
    stop();
    askNow.hidden = true;
    try {
      const outcome = await readOperation(payment.key);
      forget(payment.key);
      forgetPurchase(payment.key);
      if (isHere()) showOutcome(outcome.data, payment);
    } catch (error) {
      if (isHere()) settle(error);
    }
  }

  function settle(error) {
    const isUnknown = error instanceof Refusal && error.status === 404;
    if (isUnknown && secondsOnTheWay(payment, since) >= onTheWaySeconds) {
      forget(payment.key);
      return showNothingPaid(payment);
    }
    if (isSessionOver(error)) return explain(error, say);
    const pause = pausesSeconds[Math.min(turn, pausesSeconds.length - 1)];
    const text = isUnknown ? texts.checking.notThere : texts.checking.noAnswer;
    turn += 1;
    askNow.hidden = false;
    const line = element("p", { "aria-live": "off" });
    root.replaceChildren(line);
    root.className = "notice plain";
    stop = countdown(pause, (left) => (line.textContent = text(left)), ask);
  }

  show({
    title: texts.checking.title,
    place: "buy",
    symbol: element("span", { class: "symbol pending" }, icon("clock")),
    content: [
      element("p", { class: "lead" }, texts.checking.text), slip(payment.document), root,
      askNow,
    ],
    gone: () => stop(),
  });
  const isHere = noteScreen();
  ask();
}

/** For how long it was sent, at least: where the clock was put back since, this screen's time. */
const secondsOnTheWay = ({ sentAt }, since) =>
  Math.max(Date.now() - sentAt, performance.now() - since) / 1000;

function showNothingPaid(payment) {
  show({
    title: texts.checking.nothing,
    place: "buy",
    symbol: element("span", { class: "symbol" }, icon("info")),
    content: [
      element("p", { class: "lead" }, texts.checking.nothingText),
      button(texts.checking.nothingAction, {
        kind: "primary wide",
        onclick: () => go({ to: "buyAgain", earlier: payment }),
      }),
    ],
  });
}

const symbols = { completed: "check", pending: "clock", failed: "returned" };

/**
 * Shows the end of a payment. One that is still processing is followed until it is decided.
 *
 * @param {object} outcome the action's answer
 * @param {import("../payment/payment.js").Earlier} payment
 */
export function showOutcome(outcome, payment) {
  forgetPurchase(payment.key);
  const value = (name) => fieldOf(payment.document, name)?.value;
  const { status } = outcome;
  const text = status === "completed"
    ? texts.outcome.completedText(value("recipientPhone"))
    : status === "failed" && outcome.fromCashback ? texts.outcome.failedWithCashback
      : texts.outcome[`${status}Text`];
  const stop = status === "pending"
    ? followOutcome(payment.key, (decided) => showOutcome(decided, payment)) : () => {};
  const { currency } = value("amount");
  show({
    title: texts.outcome[status],
    place: "buy",
    gone: stop,
    symbol: element("span", { class: `symbol ${status}` }, icon(symbols[status])),
    content: [
      element("p", { class: "lead" }, text),
      slip(payment.document, {
        only: ["payee", "recipientPhone"],
        more: [
          [
            status === "failed" ? texts.outcome.returned : texts.outcome.paid,
            money(outcome.amount, currency),
          ],
          ...partsOf(outcome.amount, outcome.fromCashback ?? 0, currency),
          [texts.outcome.balance, money(outcome.balance, currency)],
          [texts.outcome.approvedAt, shownTime(outcome.timestamp)],
        ],
        ids: [[texts.outcome.reference, outcome.transactionId]],
      }),
      element(
        "div", { class: "stack" },
        button(texts.outcome.home, { kind: "primary wide", onclick: () => go({ to: "home" }) }),
        button(texts.outcome.another, {
          kind: "quiet wide", onclick: () => go({ to: "buyAgain" }),
        }),
      ),
    ],
  });
  announce(`${texts.outcome[status]}. ${text}`);
}
