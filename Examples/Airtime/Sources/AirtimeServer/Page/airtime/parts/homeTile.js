import { button, element, go } from "../../page.js";
import { readWallet } from "../calls/topUps.js";
import { money } from "../formats.js";
import { texts } from "../texts.js";

/** The balance, and the way to buy. */
export const homeTile = { load: () => readWallet(), draw };

function draw(wallet) {
  const balance = element("section", { class: "balance" });
  const drawBalance = (now) => balance.replaceChildren(...amounts(now));
  drawBalance(wallet);
  return {
    content: [
      balance,
      button(texts.home.buy, {
        kind: "primary wide", icon: "buy", onclick: () => go({ to: "buy" }),
      }),
    ],
    // What comes back with a payment that failed is shown together with that.
    refresh: async () => drawBalance(await readWallet({ background: true })),
  };
}

function amounts({ balance, cashback, currency }) {
  const more = texts.home.cashback(money(cashback, currency));
  return [
    element("p", { class: "balance-label" }, texts.home.balance),
    element("p", { class: "balance-amount" }, money(balance, currency)),
    ...(cashback > 0 ? [element("p", { class: "balance-more" }, more)] : []),
  ];
}
