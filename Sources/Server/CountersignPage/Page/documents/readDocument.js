import { displayFault } from "./display.js";

/**
 * A protected action as a person is shown it, word for word: what is signed, and what is then
 * executed. The server makes it, with all its words, in one language.
 *
 * @typedef {object} Document
 * @property {string} scenario
 * @property {string} language a tag in lower case
 * @property {string} title
 * @property {{name: string, kind: string, label: string, value: any}[]} fields no two have one name
 */

/** An answer of the server that this page cannot show as a document. */
export class UnreadableDocument extends Error {}

const mostUnits = 2 ** 53;
const fieldName = /^[A-Za-z0-9_]{1,64}$/;
const languageTag = /^[a-z]{2,3}(-[a-z0-9]+)*$/;
const day = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const moment = /^(.{10})T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?Z$/;

const isText = (value, use = "text") =>
  typeof value === "string" && displayFault(value, use) === null;
const isWhole = (value) => Number.isInteger(value) && Math.abs(value) <= mostUnits;
const isDay = (value) =>
  // The 31st of November would become another day.
  isText(value) && day.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value);

/** The test of a value, by its kind; a value of any other kind could not be shown. */
const kinds = {
  money: (value) => hasMembers(value, "minorUnits", "currency", "exponent")
    && isWhole(value.minorUnits) && isText(value.currency) && /^[A-Z]{3}$/.test(value.currency)
    && isWhole(value.exponent) && value.exponent >= 0 && value.exponent <= 4,
  payee: (value) => isText(value, "payee"),
  account: (value) => hasMembers(value, "scheme", "identifier") && isText(value.scheme)
    && /^[A-Z0-9_]{1,16}$/.test(value.scheme) && isText(value.identifier, "reference")
    && !(value.scheme === "IBAN" && /\p{Zs}/u.test(value.identifier)),
  reference: (value) => isText(value, "reference"),
  text: (value) => isText(value),
  date: isDay,
  time: (value) => isText(value) && isDay(moment.exec(value)?.[1]),
  integer: isWhole,
  flag: (value) => typeof value === "boolean",
};

/**
 * Reads a document, and refuses what could not be shown whole and truthfully: that must not be
 * signed.
 *
 * @param {any} json
 * @returns {Document}
 * @throws {UnreadableDocument}
 */
export function readDocument(json) {
  const isRead = hasMembers(json, "scenario", "language", "title", "fields")
    && isText(json.scenario) && isLanguage(json.language) && isText(json.title, "label")
    && Array.isArray(json.fields) && json.fields.every(isField)
    && new Set(json.fields.map(({ name }) => name)).size === json.fields.length;
  if (!isRead) throw new UnreadableDocument();
  return json;
}

/** A document, or null where it is none. @param {any} json @returns {Document|null} */
export function readableDocument(json) {
  try {
    return readDocument(json);
  } catch {
    return null;
  }
}

const isLanguage = (tag) => isText(tag) && tag.length <= 8 && languageTag.test(tag);

const isField = (field) =>
  hasMembers(field, "name", "kind", "label", "value") && isText(field.name)
  && fieldName.test(field.name) && isText(field.kind) && Object.hasOwn(kinds, field.kind)
  && isText(field.label, "label") && kinds[field.kind](field.value);

/** Tells an object of exactly these members. */
const hasMembers = (value, ...names) =>
  typeof value === "object" && value !== null && Object.keys(value).length === names.length
  && names.every((name) => Object.hasOwn(value, name));
