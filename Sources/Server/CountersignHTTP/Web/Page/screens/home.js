import { listTopUps } from "../calls/listTopUps.js";
import { readSecondFactor } from "../calls/readSecondFactor.js";
import { readWallet } from "../calls/readWallet.js";
import { button } from "../core/button.js";
import { element, icon } from "../core/element.js";
import { showLoaded } from "../core/loading.js";
import { money } from "../core/money.js";
import { open } from "../core/places.js";
import { canAddFactor } from "../factors/newFactor.js";
import { hasPasskeys } from "../passkeys/prompt.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { paymentList } from "./paymentList.js";
import { waitingList } from "./waitingList.js";
import { showAddPasskey } from "./addPasskey.js";
import { showSetPIN } from "./setPIN.js";

/**
 * What waits to be approved, the balance, the way to buy, and what was bought last.
 *
 * @param {string} [done]
 */
export function showHome(done) {
  begin("home");
  return showLoaded({ title: texts.home.title, place: "home", done }, load, draw);
}

async function load() {
  const [wallet, topUps, factors] = await Promise.all([
    readWallet(), listTopUps(), readSecondFactor(),
  ]);
  return { wallet, topUps, factors };
}

function draw({ wallet, topUps, factors }) {
  const balance = element("section", { class: "balance" });
  const drawBalance = (now) => balance.replaceChildren(...amounts(now));
  // What comes back with a payment that failed is shown together with that.
  const list = paymentList(topUps.slice(0, 3), texts.home.none, async () =>
    drawBalance(await readWallet({ background: true })));
  const waiting = waitingList();
  drawBalance(wallet);
  return {
    content: [
      waiting.root,
      balance,
      button(texts.home.buy, { kind: "primary wide", icon: "buy", onclick: () => open("buy") }),
      suggestion(factors),
      element(
        "div", { class: "heading-row" },
        element("h2", {}, texts.home.recent),
        topUps.length > 3 ? element("a", { href: "#history" }, texts.home.all) : null,
      ),
      list.root,
    ].filter(Boolean),
    gone: () => {
      waiting.stop();
      list.stop();
    },
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

/** What would make the account safer, one thing at a time, where the account can have it. */
function suggestion(factors) {
  if (!canAddFactor(factors)) return null;
  if (!factors.hasBiometrics && hasPasskeys()) {
    return card(texts.home.addPasskey, texts.home.addPasskeyAction, "passkey",
      () => showAddPasskey(factors));
  }
  if (!factors.hasPIN && !factors.hasDevicePIN) {
    const text = factors.hasBiometrics ? texts.home.addPIN : texts.home.addOnlyPIN;
    return card(text, texts.home.addPINAction, "pin", () => showSetPIN(factors));
  }
  return null;
}

function card(text, label, name, action) {
  return element(
    "section", { class: "suggestion" },
    icon(name), element("p", {}, text), button(label, { onclick: action }),
  );
}
