/** @typedef {import("./readDocument.js").Document} Document */

const spaces = /\p{Zs}+/gu;

/**
 * A text as it is signed and shown: in Unicode's normal form C, each run of spaces as one, since
 * a person cannot tell them apart.
 *
 * @param {string} text
 */
export const normalized = (text) => text.normalize("NFC").replace(spaces, " ");

/**
 * The bytes that a challenge is linked to, version 2 (`docs/challenge-and-canonical-form.md`).
 *
 * @param {Document} document
 * @returns {Uint8Array}
 */
export function canonicalForm({ scenario, language, title, fields }) {
  return joined(
    lengthed("countersign/document/v2"), lengthed(scenario), padded(language), text(title),
    integer(fields.length),
    ...fields.flatMap(({ name, kind, label, value }) =>
      [lengthed(name), lengthed(kind), text(label), valueForms[kind](value)]),
  );
}

/**
 * The bytes of a document without its words: the same in each language.
 *
 * @param {Document} document
 * @returns {Uint8Array}
 */
export function valuesForm({ scenario, fields }) {
  return joined(
    lengthed("countersign/document-values/v2"), lengthed(scenario), integer(fields.length),
    ...fields.flatMap(({ name, kind, value }) =>
      [lengthed(name), lengthed(kind), valueForms[kind](value)]),
  );
}

/** The bytes of a value, by its kind. */
const valueForms = {
  money: ({ minorUnits, currency, exponent }) =>
    joined(integer(minorUnits), lengthed(currency), Uint8Array.of(exponent)),
  payee: text,
  account: ({ scheme, identifier }) => joined(lengthed(scheme), text(identifier)),
  reference: text,
  text,
  date: lengthed,
  time: text,
  integer,
  flag: (value) => Uint8Array.of(value ? 1 : 0),
};

/** The language as it stands in a challenge: 8 bytes, zeros behind it. @param {string} language */
export function padded(language) {
  const bytes = new Uint8Array(8);
  bytes.set(utf8(language));
  return bytes;
}

/**
 * Bytes, or the UTF-8 of a name, with their length before them.
 *
 * @param {string|Uint8Array} content
 */
export function lengthed(content) {
  const bytes = typeof content === "string" ? utf8(content) : content;
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, bytes.length);
  return joined(length, bytes);
}

/** @param {...Uint8Array} parts */
export function joined(...parts) {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

function text(value) {
  return lengthed(normalized(value));
}

function integer(value) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value));
  return bytes;
}

/** @param {string} value */
export const utf8 = (value) => new TextEncoder().encode(value);
