import {
  begin, element, explain, go, noteScreen, notice, NotWhatWasAsked, once, showLoaded,
} from "../../page.js";
import { listProducts, readWallet } from "../calls/topUps.js";
import { money } from "../formats.js";
import { buyFields } from "../parts/buyFields.js";
import { askChallenge } from "../payment/askChallenge.js";
import { remembered } from "../payment/outcomes.js";
import { payment } from "../payment/payment.js";
import { texts } from "../texts.js";

/**
 * Chooses what to buy. The way on asks the server for the exact document, which the next screen
 * shows. A payment whose outcome is not known comes first: nobody is to pay again what may be paid.
 *
 * @param {import("../payment/payment.js").Earlier} [earlier] a payment that is tried again
 */
export function showBuy(earlier) {
  const unknown = remembered();
  if (unknown) return go({ to: "checking", sent: unknown });
  begin("buy");
  const load = async () => {
    const [products, wallet] = await Promise.all([listProducts(), readWallet()]);
    return { products, wallet };
  };
  const head = { title: texts.buy.title, place: "buy" };
  return showLoaded(head, load, (value) => draw(value, earlier));
}

function draw({ products, wallet }, earlier) {
  if (products.length === 0) {
    return { content: [element("p", { class: "empty" }, texts.buy.nothing)] };
  }
  const { root, say } = notice();
  const fields = buyFields(products, wallet, earlier?.payload);
  const submit = element("button", { type: "submit", class: "primary wide" }, texts.buy.submit);

  async function review() {
    const asked = fields.read();
    if (!asked) return;
    say(null);
    begin("pay");
    const isHere = noteScreen();
    try {
      // The wallet may have changed while the form was filled in.
      const [challenge, fresh] = await Promise.all([
        askChallenge(asked), readWallet().catch(() => wallet),
      ]);
      if (!isHere()) return;
      go({ to: "reviewPayment", payment: payment(asked, challenge, earlier), wallet: fresh });
    } catch (error) {
      if (error instanceof NotWhatWasAsked) say(texts.review.notWhatYouAsked);
      else explain(error, say);
    }
  }

  return {
    content: [
      element("p", { class: "lead" }, texts.buy.available(money(wallet.balance, wallet.currency))),
      element(
        "form", { novalidate: true, onsubmit: once(() => [submit], review) },
        ...fields.content, root, submit,
      ),
    ],
  };
}
