import { listProducts } from "../calls/listProducts.js";
import { readWallet } from "../calls/readWallet.js";
import { element } from "../core/element.js";
import { explain } from "../core/explain.js";
import { showLoaded } from "../core/loading.js";
import { money } from "../core/money.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { noteScreen } from "../core/screen.js";
import { NotWhatWasAsked, askChallenge } from "../payment/askChallenge.js";
import { remembered } from "../payment/memory.js";
import { payment } from "../payment/payment.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { buyFields } from "./buyFields.js";
import { showChecking } from "./checking.js";
import { showReview } from "./review.js";

/**
 * Chooses what to buy. The way on asks the server for the exact transaction, which the next screen
 * shows. A payment whose outcome is not known comes first: nobody is to pay again what may be paid.
 *
 * @param {import("../payment/payment.js").Earlier} [earlier] a payment that is tried again
 */
export function showBuy(earlier) {
  const unknown = remembered();
  if (unknown) return showChecking(unknown);
  begin("buy");
  const load = async () => {
    const [products, wallet] = await Promise.all([listProducts(), readWallet()]);
    return { products, wallet };
  };
  return showLoaded({ title: texts.buy.title, place: "buy" }, load, (value) => draw(value, earlier));
}

function draw({ products, wallet }, earlier) {
  if (products.length === 0) {
    return { content: [element("p", { class: "empty" }, texts.buy.nothing)] };
  }
  const { root, say } = notice();
  const fields = buyFields(products, wallet, earlier?.transaction);
  const submit = element("button", { type: "submit", class: "primary wide" }, texts.buy.submit);

  async function review() {
    const asked = fields.read();
    if (!asked) return;
    say(null);
    begin("pay");
    const isHere = noteScreen();
    try {
      // The wallet may have changed while the form was filled in.
      const [challenge, fresh] = await Promise.all([askChallenge(asked), readWallet().catch(() => wallet)]);
      if (isHere()) showReview(payment(asked, challenge, earlier), fresh);
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
