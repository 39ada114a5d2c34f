import {
  button, dismissQuestions, element, explain, go, handOver, handOverPanel, notice, Refusal,
  showHandOverEnd, showLoaded, slip, texts as page,
} from "../../page.js";
import { balanceAfter, cancelButton, mayLeavePayment } from "../parts/paymentFrame.js";
import { OutcomeUnknown, pay } from "../payment/pay.js";
import { leavingSignal, takeUp } from "../payment/payment.js";
import { keepHandover } from "../payment/unfinishedPurchase.js";
import { texts } from "../texts.js";

/**
 * Has the payment approved on the person's phone, with its PIN or biometrics.
 *
 * @param {import("../payment/payment.js").Payment} payment
 * @param {object} wallet
 * @param {import("../../calls/handovers.js").Handover} [handover] what waits there already
 */
export function showOnPhone(payment, wallet, handover) {
  takeUp(payment);
  const head = {
    title: page.handover.title, place: "buy", matter: payment.matter,
    mayLeave: () => mayLeavePayment(payment, texts.review.leaveOnPhone),
  };
  return showLoaded(
    head, async () => handover ?? handOver("TOP_UP", payment.payload),
    (handed) => draw(payment, wallet, handed));
}

function draw(payment, wallet, handover) {
  keepHandover(payment, handover);
  const { root, say } = notice();
  const document = slip(payment.document);
  // Beside the document, of which everything is on the phone too.
  const left = balanceAfter(payment, wallet).map(([label, amount]) =>
    element("p", { class: "hint" }, `${label}: ${amount}`));
  const again = button(page.handover.again, {
    kind: "wide", icon: "phone", hidden: true,
    onclick: () => go({ to: "onPhone", payment, wallet }),
  });
  const back = button(page.back, {
    kind: "quiet", onclick: () => go({ to: "reviewPayment", payment, wallet }),
  });
  const panel = handOverPanel(handover, {
    // Whoever is asked whether to leave has decided on the phone meanwhile.
    decided: dismissQuestions,
    approved: send,
    over: (_, ending) => showEnd(ending),
    failed: (error) => fail(error),
    lost: (text) => say(text, "plain"),
  });
  // At once: a sign-out waits for the server before another screen comes.
  leavingSignal(payment).addEventListener("abort", panel.gone);

  function showEnd(ending) {
    again.hidden = false;
    showHandOverEnd(ending, {
      place: "buy", matter: payment.matter, mayLeave: () => mayLeavePayment(payment),
      content: [document, ...left, again, element("div", { class: "pair" }, back, cancelButton(payment))],
    });
  }

  async function send(proof) {
    const signal = leavingSignal(payment);
    back.hidden = true;
    say(texts.review.paying, "plain");
    try {
      const outcome = await pay(payment, proof);
      if (!signal.aborted) go({ to: "outcome", outcome, payment });
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
  }

  function fail(error) {
    if (error instanceof OutcomeUnknown) return go({ to: "checking", sent: error.sent });
    back.hidden = false;
    // The payment is another one by now: nothing was approved of it.
    const isOther = error instanceof Refusal && error.reason === "transaction_mismatch";
    if (isOther) return say(texts.review.changed);
    again.hidden = false;
    explain(error, say);
  }

  return {
    content: [
      document, ...left, root, ...panel.content, again,
      element("div", { class: "pair" }, back,
        cancelButton(payment, texts.review.leaveOnPhone)),
    ],
    gone: panel.gone,
  };
}
