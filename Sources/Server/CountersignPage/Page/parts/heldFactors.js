import { keepHeldFactor, removeHeldFactor } from "../calls/secondFactor.js";
import { button, confirm } from "../core/controls.js";
import { element, icon } from "../core/element.js";
import { date, moment } from "../core/formats.js";
import { go } from "../core/navigator.js";
import { once } from "../core/once.js";
import { texts } from "../texts.js";

const symbols = { passkey: "passkey", device: "phone", pin: "pin", authenticatorApp: "clock" };

/**
 * The factors that the account had before its owner proved the address, each to be kept or removed.
 *
 * @param {{factors: object[], isWaiting: boolean, waitsUntil?: string}} held
 * @param {object} factors the second factor as it stands
 * @returns {Node[]} nothing where nothing is on hold
 */
export function heldFactors({ factors: held, isWaiting, waitsUntil }, factors) {
  if (held.length === 0) return [];
  return [
    element("p", { class: "fact" }, texts.held.text),
    element(
      "ul", { class: "credentials" },
      ...held.map((factor) => row(factor, isWaiting, factors))),
    isWaiting && element(
      "p", { class: "hint" },
      waitsUntil ? texts.held.until(moment(waitsUntil)) : texts.held.forNow),
  ].filter(Boolean);
}

function row(factor, isWaiting, factors) {
  const { kind, name = texts.held.kinds[kind], addedAt, addedBy } = factor;
  const facts = [
    addedAt && texts.security.added(date(addedAt)), texts.held.sources[addedBy],
  ].filter(Boolean).join(" · ");
  return element(
    "li", {},
    icon(symbols[kind]),
    element("div", {}, element("p", {}, name), element("p", { class: "hint" }, facts)),
    isWaiting ? null : element(
      "span", { class: "row-actions" },
      decision(factor, name, "keep", factors), decision(factor, name, "remove", factors)),
  );
}

function decision({ id, name, addedAt }, label, choice, factors) {
  const words = texts.held[choice];
  const call = choice === "keep" ? keepHeldFactor : removeHeldFactor;
  const change = choice === "keep" ? "keepHeld" : "removeHeld";
  const press = button(words.go, {
    kind: "quiet", "aria-label": words.label(label), onclick: once(() => [press], ask),
  });
  return press;

  async function ask() {
    const question = {
      title: words.title, text: words.text, go: words.go, stay: texts.held.later,
    };
    if (!await confirm(question)) return;
    const key = crypto.randomUUID();
    await go({
      to: "confirmFactor", factors, activity: "held", change: { change, id },
      named: name ?? addedAt,
      make: async (proof) => {
        await call(id, key, proof);
        return () => go({ to: "security", done: words.done });
      },
    });
  }
}
