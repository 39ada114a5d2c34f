import { readOperation } from "../calls/readOperation.js";
import { Refusal } from "../calls/refusal.js";
import { button } from "../core/button.js";
import { countdown } from "../core/countdown.js";
import { element, icon } from "../core/element.js";
import { explain, isSessionOver } from "../core/explain.js";
import { notice } from "../core/notice.js";
import { onTheWaySeconds } from "../core/onTheWay.js";
import { noteScreen, show } from "../core/screen.js";
import { forget } from "../payment/memory.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { showBuy } from "./buy.js";
import { showOutcome } from "./outcome.js";
import { summary } from "./summary.js";

/** Seconds between two questions, the last one repeated. */
const pausesSeconds = [2, 3, 5, 10, 15];

/**
 * Asks what became of a payment whose answer was lost, until the server says it. Nothing is paid
 * from here.
 *
 * @param {import("../payment/memory.js").Sent} payment
 */
export function showChecking(payment) {
  begin("check");
  const since = performance.now();
  let turn = 0;
  let stop = () => {};
  const { root, say } = notice();
  const askNow = button(texts.checking.askNow, { kind: "wide", onclick: () => ask(), hidden: true });

  async function ask() {
    stop();
    askNow.hidden = true;
    try {
      const outcome = await readOperation(payment.key);
      forget(payment.key);
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
      element("p", { class: "lead" }, texts.checking.text), summary(payment.transaction), root, askNow,
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
        onclick: () => showBuy(payment),
      }),
    ],
  });
}
