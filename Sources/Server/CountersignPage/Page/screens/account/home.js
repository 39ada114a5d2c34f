import { canAddFactor, readSecondFactor } from "../../calls/secondFactor.js";
import { listTopUps, readWallet } from "../../calls/topUps.js";
import { button } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { money } from "../../core/formats.js";
import { go } from "../../core/navigator.js";
import { showLoaded } from "../../core/screen.js";
import { paymentList } from "../../parts/paymentList.js";
import { waitingList } from "../../parts/waitingList.js";
import { hasPasskeys } from "../../passkeys/prompt.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

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
      button(texts.home.buy, {
        kind: "primary wide", icon: "buy", onclick: () => go({ to: "buy" }),
      }),
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
      () => go({ to: "addPasskey", factors }));
  }
  if (!factors.hasPIN && !factors.hasDevicePIN) {
    const text = factors.hasBiometrics ? texts.home.addPIN : texts.home.addOnlyPIN;
    return card(text, texts.home.addPINAction, "pin", () => go({ to: "setPIN", factors }));
  }
  return null;
}

function card(text, label, name, action) {
  return element(
    "section", { class: "suggestion" },
    icon(name), element("p", {}, text), button(label, { onclick: action }),
  );
}

/** All payments, newest first. */
export function showHistory() {
  begin("history");
  const head = { title: texts.history.title, place: "history" };
  return showLoaded(head, () => listTopUps(), (topUps) => {
    const list = paymentList(topUps, texts.history.none);
    return { content: [list.root], gone: list.stop };
  });
}
