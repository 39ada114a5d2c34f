import { canAddFactor, isAddedByCode, readSecondFactor } from "../../calls/secondFactor.js";
import { button } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { homeTiles } from "../../core/modules.js";
import { go } from "../../core/navigator.js";
import { showLoaded } from "../../core/screen.js";
import { smallPayments } from "../../documents/smallPayments.js";
import { historyList } from "../../parts/historyList.js";
import { readHistory } from "../../parts/readHistory.js";
import { waitingList } from "../../parts/waitingList.js";
import { hasPasskeys } from "../../passkeys/prompt.js";
import { followWaiting, onWaiting } from "../../reviews/waiting.js";
import { claimNotice } from "../../session/claimNotice.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

const mostRecent = 3;

/**
 * Shows the payments for approval, the parts of modules, a suggestion that makes the account safer,
 * and what was decided last.
 *
 * @param {string} [done]
 */
export function showHome(done) {
  begin("home");
  return showLoaded({ title: texts.home.title, place: "home", done }, load, draw);
}

async function load() {
  const [values, factors, entries] = await Promise.all([
    Promise.all(homeTiles().map((tile) => tile.load())), readSecondFactor(), readHistory(),
  ]);
  return { factors, values, entries };
}

function draw({ factors, values, entries }) {
  // A session that was worth too little for them may be worth enough by now.
  followWaiting();
  const waiting = waitingList();
  const claim = claimNotice();
  const tiles = homeTiles().map((tile, index) => tile.draw(values[index]));
  const suggested = suggestion(factors);
  const isBare = tiles.length === 0 && suggested === null && entries.length === 0;
  const list = recent(entries, tiles);
  return {
    content: [
      claim.root,
      waiting.root,
      ...tiles.flatMap(({ content }) => content),
      suggested,
      ...(isBare ? [element("p", { class: "empty" }, texts.home.coming)] : list.content),
    ].filter(Boolean),
    gone: () => {
      waiting.stop();
      claim.stop();
      list.stop();
      for (const tile of tiles) tile.gone?.();
    },
  };
}

/**
 * The newest of what was decided, with what is over while it is shown; a tile is drawn anew with a
 * payment that is pending no more.
 */
function recent(entries, tiles) {
  const list = historyList(newest(entries), {
    none: texts.home.none, load: async () => newest(await readHistory({ background: true })),
    decided: () => Promise.all(tiles.map(({ refresh }) => refresh?.())),
  });
  const stopListening = onWaiting((isOver) => isOver && list.refresh());
  const all = entries.length > mostRecent
    ? element("a", { href: "#history" }, texts.home.all) : null;
  const heading = element("h2", {}, texts.home.recent);
  return {
    content: [element("div", { class: "heading-row" }, heading, all), list.root],
    stop: () => {
      stopListening();
      list.stop();
    },
  };
}

const newest = (entries) => entries.slice(0, mostRecent);

/** Suggests one thing that would make the account safer, where the account can have it. */
function suggestion(factors) {
  if (!canAddFactor(factors)) return null;
  if (!factors.hasPasskey && hasPasskeys()) {
    return card(texts.home.addPasskey, texts.home.addPasskeyAction, "passkey",
      () => go({
        to: "addPasskey", factors,
        // With the first one the person is back here.
        leave: isAddedByCode(factors) ? (done) => go({ to: "home", done }) : undefined,
      }));
  }
  if (!factors.hasPIN && !factors.hasDevicePIN) {
    const text = factors.hasPasskey ? texts.home.addPIN
      : texts.home.addOnlyPIN(smallPayments());
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
