import {
  button, explain, go, isWordForWord, noteScreen, once, readSecondFactor, texts as page,
} from "../../page.js";
import { askChallenge } from "../payment/askChallenge.js";
import { replaceChallenge } from "../payment/payment.js";
import { texts } from "../texts.js";

/**
 * A button that sets up a passkey and comes back to the payment, which it may approve then.
 *
 * @param {import("../payment/payment.js").Payment} payment
 * @param {object} wallet
 * @param {Function} say
 */
export function setUpPasskey(payment, wallet, say) {
  const setUp = button(page.passkey.setUp, {
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
    const isHere = noteScreen();
    const shown = payment.document;
    try {
      // What may approve it is another by now.
      const challenge = await askChallenge(payment.payload);
      if (!isHere()) return;
      replaceChallenge(payment, challenge);
      const message = isWordForWord(shown, payment.document) ? done : texts.review.changed;
      go({ to: "reviewPayment", payment, wallet, message });
    } catch {
      // The form asks once more, and says what is wrong.
      if (isHere()) go({ to: "buyAgain", earlier: payment });
    }
  }

  return setUp;
}
