import {
  button, date, element, endOfFactorWait, explain, go, noteScreen, once, readSecondFactor,
  texts as page, wordsOfNewWait, wouldPasskeyWait,
} from "../../page.js";
import { wouldWait } from "../payment/payment.js";
import { texts } from "../texts.js";
import { reviewAgain } from "./paymentFrame.js";

/**
 * The offer of a new passkey: a button that sets it up and comes back to the payment. Where the
 * passkey could not approve it yet, that and until when is said before.
 *
 * @param {import("../payment/payment.js").Payment} payment
 * @param {object} wallet
 * @param {Function} say
 * @param {object|null} [factors] the second factor, where it is known better than the payment's
 * @returns {Node[]}
 */
export function passkeyOffer(payment, wallet, say, factors = payment.factors) {
  if (!wouldWait(payment, factors)) {
    const setUp = setUpPasskey(payment, wallet, say, page.passkey.setUp);
    return factors !== null && wouldPasskeyWait(factors)
      ? [element("p", {}, wordsOfNewWait()), setUp] : [setUp];
  }
  const end = endOfFactorWait();
  return [
    element("p", {}, texts.review.passkeyWaits(end && date(end))),
    setUpPasskey(payment, wallet, say, texts.review.setUpLater),
  ];
}

/** The way to recover the account, and back to the payment. */
export const recoverButton = (payment, wallet) => button(page.recovery.title, {
  icon: "warning",
  onclick: () => go({
    to: "recovery", place: "buy", back: { to: "reviewPayment", payment, wallet },
  }),
});

function setUpPasskey(payment, wallet, say, label) {
  const setUp = button(label, {
    icon: "passkey", onclick: once(() => [setUp], start),
  });

  async function start() {
    const isHere = noteScreen();
    try {
      const factors = await readSecondFactor();
      if (isHere()) go({ to: "addPasskey", factors, leave: comeBack });
    } catch (error) {
      explain(error, say);
    }
  }

  async function comeBack(done) {
    if (!done) return go({ to: "reviewPayment", payment, wallet });
    return reviewAgain(payment, wallet, done);
  }

  return setUp;
}
