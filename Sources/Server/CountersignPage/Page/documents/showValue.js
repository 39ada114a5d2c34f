import { normalized } from "./canonicalForm.js";

const narrowSpace = "\u202f";
const fixedSpace = "\u00a0";

const withDecimalComma = new Set((
  "cs da de es fi fr hu id is it nb nl nn no pl pt ro ru sk sl sv tr uk vi").split(" "));
/** The words for yes and no; a language that is not here has signs. */
const words = { en: ["yes", "no"], de: ["ja", "nein"] };

/**
 * A value as a screen shows it, alike in all clients (`docs/clients.md`).
 *
 * Not by `Intl`, whose formats differ from browser to browser.
 *
 * @param {{kind: string, value: any}} field
 * @param {string} language the document's
 * @returns {string}
 */
export const shownValue = ({ kind, value }, language) =>
  shownKinds[kind](value, language.split("-")[0]);

const shownKinds = {
  money({ minorUnits, currency, exponent }, language) {
    const digits = String(Math.abs(minorUnits)).padStart(exponent + 1, "0");
    const whole = grouped(digits.slice(0, digits.length - exponent));
    const mark = exponent === 0 ? "" : withDecimalComma.has(language) ? "," : ".";
    const decimals = digits.slice(digits.length - exponent);
    return sign(minorUnits) + whole + mark + decimals + fixedSpace + currency;
  },
  payee: normalized,
  account: ({ scheme, identifier }) => (scheme === "IBAN"
    ? normalized(identifier).replace(/(.{4})(?=.)/g, `$1${fixedSpace}`)
    : `${scheme} ${normalized(identifier)}`),
  reference: normalized,
  text: normalized,
  date: (value) => value,
  time: (value) => `${value.slice(0, 10)} ${value.slice(11, 16)} UTC`,
  integer: (value) => sign(value) + grouped(String(Math.abs(value))),
  flag(value, language) {
    const [yes, no] = words[language] ?? ["\u2713", "\u2717"];
    return value ? yes : no;
  },
};

const sign = (value) => (value < 0 ? "-" : "");

const grouped = (digits) => digits.replace(/(?<=\d)(?=(\d{3})+$)/g, narrowSpace);
