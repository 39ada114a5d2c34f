import * as table from "./displayTable.js";

/**
 * @typedef {object} DisplayCharacter a character as the display rules see it
 * @property {number} codePoint
 * @property {string} kind
 * @property {number} script the place of its script among the table's
 * @property {number} sets the sets of scripts that it can stand in a word with, as bits
 * @property {number} rangeStart the first character of its range
 */

/** The kinds by their letters in the table. Punctuation and symbols are not in it: kind `other`. */
const kinds = {
  L: "letter", N: "nonspacingMark", S: "spacingMark", D: "digit", W: "blank", C: "control",
  B: "bidiControl", G: "ignorable", P: "privateUse", X: "noncharacter", J: "joiner", E: "emoji",
  K: "keycap", T: "sign", V: "emojiSelector",
};

/** The sets of characters that stand in any word. */
export const allSets = -1;

const ranges = decodeRanges();

/** The scripts that have a letter of one shape, as bits, by the letter. */
export const lookAlikes = decodeLookAlikes();

/** The characters of a text; half of a surrogate pair is one. @param {string} text */
export const read = (text) => Array.from(text, (character) => find(character.codePointAt(0)));

/** Tells a script in which joiners choose between forms of a letter. @param {number} script */
export const hasJoiners = (script) => table.joiningScripts.includes(table.scripts[script]);

/** @returns {DisplayCharacter} */
function find(codePoint) {
  // The last range that begins at or before the character.
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle].first <= codePoint) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low - 1];
  if (!range || range.last < codePoint) {
    return { codePoint, kind: "other", script: 0, sets: allSets, rangeStart: codePoint };
  }
  const { kind, script, sets, first } = range;
  return { codePoint, kind, script, sets, rangeStart: first };
}

/**
 * Reads entries of gap, length and kind: `7.19LL` are 26 Latin letters, seven code points behind
 * the range before.
 */
function decodeRanges() {
  const entry = /([0-9a-f]*)(?:\.([0-9a-f]+))?(?:([LNS])(.)|([A-Z]))/g;
  const decoded = [];
  let end = 0;
  for (const [, gap, more, letter, code, lone] of table.ranges.matchAll(entry)) {
    const first = end + parseInt(gap || "0", 16);
    const last = first + parseInt(more ?? "0", 16);
    const script = letter ? table.scripts.indexOf(code) : 0;
    const sets = letter ? table.sets[script] : allSets;
    decoded.push({ first, last, kind: kinds[letter ?? lone], script, sets });
    end = last + 1;
  }
  return decoded;
}

/** Reads letters, each with the codes of the scripts that it looks like. */
function decodeLookAlikes() {
  const entries = table.lookAlikes.matchAll(/([0-9a-f]+)([A-Z]+)/g);
  return new Map(Array.from(entries, ([, letter, codes]) => [
    parseInt(letter, 16),
    [...codes].reduce((bits, code) => bits | (1 << table.scripts.indexOf(code)), 0),
  ]));
}
