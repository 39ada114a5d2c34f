import { canonicalForm, valuesForm } from "./canonicalForm.js";
import { fieldOf } from "./fields.js";

/** @typedef {import("./readDocument.js").Document} Document */

/**
 * Tells two documents that say the same: word for word in one language, and value for value in two.
 *
 * @param {Document} one
 * @param {Document} other
 */
export const isSame = (one, other) => (one.language === other.language
  ? isWordForWord(one, other) : isEqual(valuesForm(one), valuesForm(other)));

/**
 * Tells two documents of which one may be shown and the other signed.
 *
 * @param {Document} one
 * @param {Document} other
 */
export const isWordForWord = (one, other) => isEqual(canonicalForm(one), canonicalForm(other));

const isEqual = (one, other) =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

/**
 * Tells a document that answers a payload: by its name each value that was asked for is there.
 *
 * @param {Document} document
 * @param {string} scenario
 * @param {Record<string, string|number|boolean>} payload amounts in whole units
 */
export const answers = (document, scenario, payload) =>
  document.scenario === scenario && Object.entries(payload)
    .every(([name, value]) => isAsked(fieldOf(document, name), value));

function isAsked(field, asked) {
  // What is not to be done need not be said.
  if (asked === false && field === undefined) return true;
  if (field?.kind !== "money") return field?.value === asked;
  const { minorUnits, exponent } = field.value;
  // Whole numbers: a product of floating-point ones could hit a neighbour.
  return Number.isInteger(asked) && BigInt(minorUnits) === BigInt(asked) * 10n ** BigInt(exponent);
}
