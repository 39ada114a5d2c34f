import { element, icon } from "../core/element.js";
import { momentParts } from "../core/formats.js";
import { language as pageLanguage } from "../core/language.js";
import { warningNotice } from "../core/notice.js";
import { texts } from "../texts.js";
import { normalized } from "./canonicalForm.js";
import { displayWarnings } from "./display.js";
import { moneyOf } from "./fields.js";
import { shownValue } from "./showValue.js";

/**
 * A document as a person reads it: its first amount large, then all other fields in their order,
 * with the server's words; identifiers are small, and last. Rows of the page itself stand between.
 *
 * @param {import("./readDocument.js").Document} shown
 * @param {object} [settings]
 * @param {string[]} [settings.only] the names of the rows that are shown, where others were before
 * @param {[string, string|Node][]} [settings.more] rows of the page
 * @param {[string, string][]} [settings.ids] identifiers of the page's own
 * @param {boolean} [settings.isDecided] says of its title that it was asked for; nothing is signed
 *   any more, so that words stand for what programs call the scenario and this page
 */
export function slip(shown, { only, more = [], ids = [], isDecided = false } = {}) {
  const { language, title, fields } = shown;
  const money = moneyOf(shown);
  const others = fields.filter((field) => field !== money)
    .filter(({ name }) => !only || only.includes(name))
    .filter(({ name, kind }) => !isDecided || name !== "scenario" || kind !== "reference");
  const valueIn = (field) => (isDecided && isOfThisPage(field) ? texts.product
    : valueOf(field, language));
  const row = (field) => [normalized(field.label), valueIn(field), warningOf(field)];
  const rows = others.filter((field) => !isIdentifier(field)).map(row);
  const identifiers = [...others.filter(isIdentifier).map(row), ...ids];
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
    identifiers.length > 0 && rowList(identifiers, undefined, "identifiers"),
  );
}

/** The names of references that programs give; any other may be what a person goes by. */
const namesOfIdentifiers = /^(id|link|scenario)$|(ID|Id|Key|Code|Slug)$/;

const isIdentifier = ({ name, kind }) => kind === "reference" && namesOfIdentifiers.test(name);

/** Tells the field of a hand-over that names where it was asked for, if that is this page. */
const isOfThisPage = ({ name, value }) => name === "askedOn" && value === location.origin;

/** A value as it is signed and, where a person needs more, what it means here. */
function valueOf(field, language) {
  if (field.kind === "time") return shownTime(field.value);
  // Its label says what is done: the word beside it would answer no question.
  if (field.kind === "flag" && field.value) {
    return element(
      "span", {}, icon("check"),
      element("span", { class: "unseen" }, shownValue(field, language)));
  }
  return shownValue(field, language);
}

/**
 * A moment as documents have it, in UTC, and beside it the time by the clock here.
 *
 * @param {string} timestamp RFC 3339
 */
export function shownTime(timestamp) {
  const { utc, here } = momentParts(timestamp);
  return element(
    "span", {}, element("span", { class: "utc" }, utc), here && " ",
    here && element("span", { class: "here", lang: pageLanguage }, here));
}

/**
 * Names with their values.
 *
 * @param {[string, string|Node, Node|null|undefined][]} rows a warning stands beneath its value
 * @param {string} [language] where it is another than that around them
 * @param {string} [kind] a class of its own
 */
export function rowList(rows, language, kind = "") {
  return element(
    "dl", { class: `rows ${kind}`.trim(), lang: language },
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
