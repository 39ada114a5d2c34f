import { element } from "../core/element.js";
import { language as pageLanguage } from "../core/language.js";
import { warningNotice } from "../core/notice.js";
import { texts } from "../texts.js";
import { normalized } from "./canonicalForm.js";
import { displayWarnings } from "./display.js";
import { moneyOf } from "./fields.js";
import { shownValue } from "./showValue.js";

/**
 * A document as a person reads it: its first amount large, and all other fields in their order,
 * with the server's words. Rows of the page itself stand below it.
 *
 * @param {import("./readDocument.js").Document} shown
 * @param {object} [settings]
 * @param {string[]} [settings.only] the names of the rows that are shown, where others were before
 * @param {[string, string|Node][]} [settings.more] rows of the page
 * @param {boolean} [settings.isDecided] says of its title that it was asked for
 */
export function slip(shown, { only, more = [], isDecided = false } = {}) {
  const { language, title, fields } = shown;
  const money = moneyOf(shown);
  const rows = fields.filter((field) => field !== money)
    .filter(({ name }) => !only || only.includes(name))
    .map((field) => [normalized(field.label), shownValue(field, language), warningOf(field)]);
  return element(
    "section", { class: "slip", lang: language },
    element(
      "p", { class: "slip-title" },
      isDecided && element("span", { lang: pageLanguage }, `${texts.decided.asked} `),
      normalized(title),
    ),
    ...(money ? [
      element("p", { class: "slip-label" }, normalized(money.label)),
      element("p", { class: "slip-amount" }, shownValue(money, language)),
    ] : []),
    rows.length > 0 && rowList(rows),
    more.length > 0 && rowList(more, pageLanguage),
  );
}

/**
 * Names with their values.
 *
 * @param {[string, string|Node, Node|null|undefined][]} rows a warning stands beneath its value
 * @param {string} [language] where it is another than that around them
 */
export function rowList(rows, language) {
  return element(
    "dl", { class: "rows", lang: language },
    ...rows.map(([name, value, warning]) =>
      element(
        "div", { class: warning && "warned" },
        element("dt", {}, name), element("dd", {}, value, warning),
      )),
  );
}

/** The words of a document that a person may take for others. */
const warnedKinds = ["payee", "reference", "text"];

/** The warning beside a value; null if there is none. */
function warningOf({ kind, value }) {
  const found = warnedKinds.includes(kind) ? displayWarnings(value) : [];
  if (found.length === 0) return null;
  // Of two the one that says more: letters that look like others are seldom seen to be mixed.
  const worst = found.includes("lookAlike") ? "lookAlike" : "mixedScripts";
  return warningNotice(texts.warnings[kind === "payee" ? "name" : "text"][worst], pageLanguage);
}
