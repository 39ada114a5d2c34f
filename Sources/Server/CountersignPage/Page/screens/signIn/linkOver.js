import { button } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { show } from "../../core/screen.js";
import { texts } from "../../texts.js";

/** @typedef {import("../../core/navigator.js").Destination} Destination */

/**
 * Says that a link is over, and why, with a way to begin again.
 *
 * @param {string} ending as the server says it
 * @param {{place: string|null, again: Destination, back: Destination}} settings
 */
export function showLinkOver(ending, { place, again, back }) {
  const isWrong = ending === "wrong_number";
  const { title, text } = texts.link.over[ending] ?? texts.link.over.expired;
  show({
    title, place,
    symbol: element(
      "span", { class: `symbol ${isWrong ? "failed" : "pending"}` },
      icon(isWrong ? "warning" : "clock"),
    ),
    content: [
      element("p", { class: "lead" }, text),
      element(
        "div", { class: "stack" },
        button(texts.link.again, { kind: "primary wide", icon: "phone", onclick: () => go(again) }),
        button(texts.back, { kind: "quiet wide", onclick: () => go(back) }),
      ),
    ],
  });
}
