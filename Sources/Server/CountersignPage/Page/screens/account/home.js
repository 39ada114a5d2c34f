import { canAddFactor, readSecondFactor } from "../../calls/secondFactor.js";
import { button } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { homeTiles } from "../../core/modules.js";
import { go } from "../../core/navigator.js";
import { showLoaded } from "../../core/screen.js";
import { waitingList } from "../../parts/waitingList.js";
import { hasPasskeys } from "../../passkeys/prompt.js";
import { followWaiting } from "../../reviews/waiting.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/**
 * Shows the payments for approval, the parts of modules, and a suggestion that makes the account
 * safer.
 *
 * @param {string} [done]
 */
export function showHome(done) {
  begin("home");
  return showLoaded({ title: texts.home.title, place: "home", done }, load, draw);
}

async function load() {
  const [values, factors] = await Promise.all([
    Promise.all(homeTiles().map((tile) => tile.load())), readSecondFactor(),
  ]);
  return { factors, values };
}

function draw({ factors, values }) {
  // A session that was worth too little for them may be worth enough by now.
  followWaiting();
  const waiting = waitingList();
  const tiles = homeTiles().map((tile, index) => tile.draw(values[index]));
  const suggested = suggestion(factors);
  const isBare = tiles.length === 0 && suggested === null;
  return {
    content: [
      waiting.root,
      ...tiles.flatMap(({ content }) => content),
      suggested,
      ...tiles.flatMap(({ more = [] }) => more),
      isBare ? element("p", { class: "empty" }, texts.home.coming) : null,
    ].filter(Boolean),
    gone: () => {
      waiting.stop();
      for (const tile of tiles) tile.gone?.();
    },
  };
}

/** Suggests one thing that would make the account safer, where the account can have it. */
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
