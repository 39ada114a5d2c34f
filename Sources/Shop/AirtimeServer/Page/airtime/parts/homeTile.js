import { button, element, go, historyList } from "../../page.js";
import { readWallet } from "../calls/topUps.js";
import { money } from "../formats.js";
import { texts } from "../texts.js";
import { readEntries } from "./entries.js";

/** The balance, the way to buy, and what was bought last. */
export const homeTile = {
  load: async () => {
    const [wallet, entries] = await Promise.all([readWallet(), readEntries()]);
    return { wallet, entries };
  },
  draw,
};

function draw({ wallet, entries }) {
  const balance = element("section", { class: "balance" });
  const drawBalance = (now) => balance.replaceChildren(...amounts(now));
  // What comes back with a payment that failed is shown together with that.
  const list = historyList(entries.slice(0, 3), {
    none: texts.home.none, load: () => readEntries({ background: true }),
    decided: async () => drawBalance(await readWallet({ background: true })),
  });
  drawBalance(wallet);
  return {
    content: [
      balance,
      button(texts.home.buy, {
        kind: "primary wide", icon: "buy", onclick: () => go({ to: "buy" }),
      }),
    ],
    more: [
      element(
        "div", { class: "heading-row" },
        element("h2", {}, texts.home.recent),
        entries.length > 3 ? element("a", { href: "#history" }, texts.home.all) : null,
      ),
      list.root,
    ],
    gone: list.stop,
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
