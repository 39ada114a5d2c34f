import { Refusal } from "../calls/refusal.js";
import { button } from "../core/button.js";
import { confirm } from "../core/confirm.js";
import { element, icon } from "../core/element.js";
import { explain } from "../core/explain.js";
import { once } from "../core/once.js";
import { open } from "../core/places.js";
import { noteScreen } from "../core/screen.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { showConfirmFactor } from "./confirmFactor.js";

/**
 * @typedef {object} Kind what the list is of
 * @property {string} symbol
 * @property {string} none what is said where there is none
 * @property {(item: object, index: number) => string} name
 * @property {(item: object) => string} facts
 * @property {{title: string, text: string, go: string}} question asked before one is removed
 * @property {string} activity as the timeline calls the removal
 * @property {(id: string, key: string, proof?: object) => Promise<void>} revoke
 * @property {string} removed what is said afterwards
 */

/**
 * What the account has of one kind, each with its removal. Where the session has proved no factor
 * lately, the person proves one first.
 *
 * @param {{id: string}[]} items
 * @param {Kind} kind
 * @param {object} factors
 * @param {(text: string) => void} say
 */
export function removableList(items, kind, factors, say) {
  if (items.length === 0) return element("p", { class: "fact" }, kind.none);
  return element(
    "ul", { class: "credentials" },
    ...items.map((item, index) => {
      const name = kind.name(item, index);
      const remove = button(texts.security.remove, {
        kind: "quiet", "aria-label": texts.security.removeLabel(name),
        onclick: once(() => [remove], () => removeOne(item.id)),
      });
      return element(
        "li", {},
        icon(kind.symbol),
        element(
          "div", {}, element("p", {}, name), element("p", { class: "hint" }, kind.facts(item)),
        ),
        remove,
      );
    }),
  );

  async function removeOne(id) {
    if (!await confirm({ ...kind.question, stay: texts.security.keep })) return;
    begin(kind.activity);
    const key = crypto.randomUUID();
    const isHere = noteScreen();
    try {
      const next = await revoke(id, key);
      if (isHere()) await next();
    } catch (error) {
      const isUnproved = error instanceof Refusal
        && error.reason === "insufficient_user_authentication";
      if (!isUnproved) return explain(error, say);
      if (isHere()) showConfirmFactor(factors, kind.activity, (proof) => revoke(id, key, proof));
    }
  }

  async function revoke(id, key, proof) {
    await kind.revoke(id, key, proof);
    return () => open("security", kind.removed);
  }
}
