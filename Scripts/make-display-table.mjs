#!/usr/bin/env node
// Makes the table of docs/display.md. The data is one file, Tests/DocumentModelTests/Fixtures/
// display-table.json; Swift and JavaScript each get a source with the same strings.
//
//   Scripts/make-display-table.mjs              write the two sources from the data
//   Scripts/make-display-table.mjs --collect    first collect the data anew, by the Unicode of this
//                                               node (`node -p process.versions.unicode`)
//
// Data that differ take a new `version`, and vectors for what they change.
import { readFileSync, writeFileSync } from "node:fs";

const root = new URL("../", import.meta.url);
const data = new URL("Tests/DocumentModelTests/Fixtures/display-table.json", root);
const sources = {
  "Sources/Protocol/DocumentModel/DisplayTable.swift": swift,
  "Sources/Server/CountersignPage/Page/documents/displayTable.js": javaScript,
};

/** The version of the data, and the one of the look-alikes within. */
const version = 1;
const lookAlikesVersion = 1;

/**
 * The scripts that UAX 31 (table 5) recommends for identifiers; all others are one. Characters may
 * stand in one word if they share a set: Japanese, Korean, and Han with Bopomofo are the sets of
 * UTS 39, section 5.1, and Latin goes with each of the three (section 5.2, "highly restrictive").
 * In scripts with `joiners`, ZWJ and ZWNJ choose between forms of a letter.
 */
const scripts = [
  { code: "-", name: "any", sets: [] },  // Common and Inherited share every set.
  { code: "L", name: "Latin", sets: ["Latin", "Japanese", "Korean", "Han with Bopomofo"] },
  { code: "C", name: "Cyrillic" },
  { code: "G", name: "Greek" },
  { code: "A", name: "Armenian" },
  { code: "R", name: "Arabic", joiners: true },
  { code: "B", name: "Bengali", joiners: true },
  { code: "D", name: "Devanagari", joiners: true },
  { code: "J", name: "Gujarati", joiners: true },
  { code: "U", name: "Gurmukhi", joiners: true },
  { code: "K", name: "Kannada", joiners: true },
  { code: "M", name: "Malayalam", joiners: true },
  { code: "O", name: "Oriya", joiners: true },
  { code: "S", name: "Sinhala", joiners: true },
  { code: "T", name: "Tamil", joiners: true },
  { code: "E", name: "Telugu", joiners: true },
  { code: "F", name: "Ethiopic" },
  { code: "V", name: "Georgian" },
  { code: "H", name: "Hebrew" },
  { code: "g", name: "Khmer" },
  { code: "W", name: "Lao" },
  { code: "h", name: "Myanmar" },
  { code: "X", name: "Thaana" },
  { code: "Y", name: "Thai" },
  { code: "i", name: "Tibetan" },
  { code: "Z", name: "Han", sets: ["Japanese", "Korean", "Han with Bopomofo"] },
  { code: "I", name: "Hiragana", sets: ["Japanese"] },
  { code: "N", name: "Katakana", sets: ["Japanese"] },
  { code: "Q", name: "Hangul", sets: ["Korean"] },
  { code: "P", name: "Bopomofo", sets: ["Han with Bopomofo"] },
  { code: "o", name: "other" },
].map((script) => ({ sets: [script.name], joiners: false, ...script }));

/** Every kind of character, by its letter. The first three have a script. */
const kinds = {
  L: "letter or number", N: "nonspacing or enclosing mark", S: "spacing mark",
  D: "decimal digit", W: "space or blank", C: "control", B: "bidi control",
  G: "default-ignorable", P: "private use", X: "noncharacter or half of a surrogate pair",
  J: "joiner", E: "emoji", K: "enclosing keycap", T: "sign that a selector makes an emoji",
  V: "emoji selector",
};
const withScript = "LNS";

/**
 * Letters that look alike, one row for each shape: Latin, Cyrillic, Greek and Armenian. Chosen by
 * hand from the classes of UTS 39, `confusables.txt`.
 */
const lookAlikesSource = "UTS 39 confusables.txt, 15.0.0";
const lookAlikeRows = [
  // Small letters a to y, then ae.
  "0061 0430 03B1", "0063 0441 03F2", "0064 0501", "0065 0435 04BD", "0066 0584", "0067 0581",
  "0068 04BB 0570", "0069 0456 04CF 03B9", "006A 0458 03F3", "006E 0578 057C",
  "006F 043E 03BF 0585", "0070 0440 03C1", "0071 051B 0563 0566", "0072 0433", "0073 0455",
  "0075 03C5 057D", "0076 0475 03BD", "0077 0461 051D 0561", "0078 0445", "0079 0443 04AF 03B3",
  "00E6 04D5",
  // Capitals A to Z, I with small L, soft sign with small B, then AE.
  "0041 0410 0391", "0042 0412 0392", "0043 0421 03F9", "0045 0415 0395", "0046 03DC", "0047 050C",
  "0048 041D 0397", "0049 006C 0406 04C0 0399", "004A 0408 037F", "004B 041A 039A",
  "004D 041C 039C 03FA", "004E 039D", "004F 041E 039F 0555", "0050 0420 03A1", "0053 0405 054F",
  "0054 0422 03A4", "0055 054D", "0056 0474", "0057 051C", "0058 0425 03A7", "0059 0423 04AE 03A5",
  "005A 0396", "0062 042C", "00C6 04D4",
  // Shapes that Latin has not: kappa, pi, phi, psi, epsilon, Gamma, Theta, Lambda, Pi, Phi, Psi.
  "043A 03BA", "043F 03C0", "0444 03C6", "0471 03C8", "0454 03B5", "0413 0393", "0472 0398",
  "041B 039B", "041F 03A0", "0424 03A6 0553", "0470 03A8",
];
const lookAlikeScripts = scripts.slice(1, 5);

// --- Collecting

const property = (name) => {
  const pattern = new RegExp(`^\\p{${name}}$`, "u");
  return (codePoint) => pattern.test(String.fromCodePoint(codePoint));
};
const is = Object.fromEntries(
  ["Cc", "Cf", "Co", "Zl", "Zp", "Zs", "Nd", "Mn", "Me", "Mc", "L", "Nl", "No", "Bidi_Control",
    "Default_Ignorable_Code_Point", "Emoji"].map((name) => [name, property(name)]),
);
const named = scripts.slice(1, -1)
  .map(({ code, name }) => ({ code, has: property(`sc=${name}`) }));
const [isCommon, isInherited] = [property("sc=Common"), property("sc=Inherited")];

/** Format characters that are seen (property Prepended_Concatenation_Mark). */
const seenFormats = [
  [0x600, 0x605], [0x6dd, 0x6dd], [0x70f, 0x70f], [0x890, 0x891], [0x8e2, 0x8e2],
  [0x110bd, 0x110bd], [0x110cd, 0x110cd],
];
/** What is drawn as a blank without being a space: a Braille pattern and a musical symbol. */
const blanks = [0x2800, 0x1d159];
const signs = [0xa9, 0xae, 0x2122];

function kind(codePoint) {
  const isNoncharacter =
    (codePoint & 0xfffe) === 0xfffe || (codePoint >= 0xfdd0 && codePoint <= 0xfdef);
  if (isNoncharacter || (codePoint >= 0xd800 && codePoint <= 0xdfff)) return "X";
  if (is.Cc(codePoint) || is.Zl(codePoint) || is.Zp(codePoint)) return "C";
  if (is.Bidi_Control(codePoint)) return "B";
  if (codePoint === 0x200c || codePoint === 0x200d) return "J";
  if (codePoint === 0xfe0f) return "V";
  if (is.Default_Ignorable_Code_Point(codePoint)) return "G";
  if (is.Cf(codePoint)) {
    return seenFormats.some(([first, last]) => first <= codePoint && codePoint <= last) ? "" : "C";
  }
  // A place for an object that is not there, often drawn as nothing.
  if (codePoint === 0xfffc) return "C";
  if (is.Co(codePoint)) return "P";
  if (is.Zs(codePoint) || blanks.includes(codePoint)) return "W";
  if (codePoint === 0x20e3) return "K";
  if (signs.includes(codePoint)) return "T";
  if (codePoint > 0x7f && is.Emoji(codePoint)) return "E";
  if (is.Nd(codePoint)) return "D";
  if (is.Mn(codePoint) || is.Me(codePoint)) return "N";
  if (is.Mc(codePoint)) return "S";
  return is.L(codePoint) || is.Nl(codePoint) || is.No(codePoint) ? "L" : "";
}

function classOf(codePoint) {
  const letter = kind(codePoint);
  if (letter === "" || !withScript.includes(letter)) return letter;
  if (is.No(codePoint) || isCommon(codePoint) || isInherited(codePoint)) return letter + "-";
  return letter + (named.find((script) => script.has(codePoint))?.code ?? "o");
}

/** The classes of all characters as lines of text: see `docs/display.md`. */
function collectRanges() {
  const entries = [];
  let end = 0;  // The code point behind the last range.
  let range = null;
  const close = () => {
    if (!range) return;
    const gap = range.first === end ? "" : (range.first - end).toString(16);
    const more = range.first === range.last ? "" : "." + (range.last - range.first).toString(16);
    entries.push(gap + more + range.class);
    end = range.last + 1;
    range = null;
  };
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
    const found = classOf(codePoint);
    // Ten digits are a system, and a system is a range.
    const isFull = range?.class[0] === "D" && codePoint - range.first === 10;
    if (range && (range.class !== found || isFull)) close();
    if (found === "") continue;
    range ??= { first: codePoint, class: found };
    range.last = codePoint;
  }
  close();
  return lines(entries);
}

/** Each letter of the rows but the Latin ones, with the scripts that have one of its shape. */
function collectLookAlikes() {
  const known = named.slice(0, lookAlikeScripts.length);
  const scriptOf = (codePoint) => known.find((script) => script.has(codePoint)).code;
  const codes = new Map();
  for (const row of lookAlikeRows) {
    const letters = row.split(" ").map((text) => parseInt(text, 16));
    for (const letter of letters.filter((one) => scriptOf(one) !== "L")) {
      const others = letters.map(scriptOf).filter((code) => code !== scriptOf(letter));
      codes.set(letter, new Set([...(codes.get(letter) ?? []), ...others]));
    }
  }
  // A letter with accents looks like its base, as it does where the accents stand apart.
  for (let codePoint = 0x370; codePoint < 0x2000; codePoint += 1) {
    const text = String.fromCodePoint(codePoint);
    const base = text.normalize("NFD").codePointAt(0);
    const hasBase = base !== codePoint && codes.has(base) && is.L(codePoint);
    if (hasBase) codes.set(codePoint, codes.get(base));
  }
  const order = lookAlikeScripts.map((script) => script.code).join("");
  return lines([...codes].sort(([one], [other]) => one - other).map(([letter, found]) =>
    letter.toString(16) + [...order].filter((code) => found.has(code)).join("")));
}

/** Entries joined to lines that fit into every source. */
function lines(entries) {
  const result = [""];
  for (const entry of entries) {
    if (result.at(-1).length + entry.length > 92) result.push("");
    result[result.length - 1] += entry;
  }
  return result;
}

function collect() {
  const table = {
    version,
    unicode: process.versions.unicode,
    kinds,
    scripts,
    ranges: collectRanges(),
    lookAlikes: {
      version: lookAlikesVersion,
      source: lookAlikesSource,
      rows: lookAlikeRows,
      letters: collectLookAlikes(),
    },
  };
  writeFileSync(data, JSON.stringify(table, null, 1) + "\n");
}

// --- Writing sources

/** The sets of each script as bits, in the order of their codes. */
function setBits(table) {
  const names = [...new Set(table.scripts.flatMap((script) => script.sets))];
  if (names.length > 31) throw new Error("more sets than bits");
  return table.scripts.map((script) =>
    script.sets.length === 0 ? (1 << names.length) - 1
      : script.sets.reduce((bits, name) => bits | (1 << names.indexOf(name)), 0));
}

const origin =
  "Written by Scripts/make-display-table.mjs from display-table.json: change neither by hand.";
const codes = (table) => table.scripts.map((script) => script.code).join("");
const joining = (table) =>
  table.scripts.filter((script) => script.joiners).map((script) => script.code).join("");
const numbers = (values, indent) => {
  const rows = [""];
  for (const value of values) {
    const text = "0x" + value.toString(16) + ",";
    if (rows.at(-1).length + text.length > 88) rows.push("");
    rows[rows.length - 1] += (rows.at(-1) === "" ? "" : " ") + text;
  }
  return rows.map((row) => indent + row).join("\n");
};
const block = (rows, indent) => rows.map((row) => indent + row).join("\n");

function swift(table) {
  return `// ${origin}

/// Unicode ${table.unicode} as the display rules sort it (\`docs/display.md\`).
enum DisplayTable {
  static let version = ${table.version}
  static let unicodeVersion = "${table.unicode}"
  static let lookAlikesVersion = ${table.lookAlikes.version}

  /// One code for each script.
  static let scripts = "${codes(table)}"
  /// The codes of scripts in which joiners choose between forms of a letter.
  static let joiningScripts = "${joining(table)}"
  /// The sets of each script as bits, in the order of the codes.
  static let sets: [UInt32] = [
${numbers(setBits(table), "    ")}
  ]

  static let ranges = """
${block(table.ranges, "    ")}
    """

  static let lookAlikes = """
${block(table.lookAlikes.letters, "    ")}
    """
}
`;
}

function javaScript(table) {
  return `// ${origin}

/** The version of this table, the one of the look-alikes in it, and Unicode's. */
export const tableVersion = ${table.version};
export const lookAlikesVersion = ${table.lookAlikes.version};
export const unicodeVersion = "${table.unicode}";

/** One code for each script, and those in which joiners choose between forms of a letter. */
export const scripts = "${codes(table)}";
export const joiningScripts = "${joining(table)}";

/** The sets of each script as bits, in the order of the codes. */
export const sets = [
${numbers(setBits(table), "  ")}
];

/** The characters as the display rules sort them (\`docs/display.md\`). */
export const ranges = \`
${block(table.ranges, "  ")}
\`;

export const lookAlikes = \`
${block(table.lookAlikes.letters, "  ")}
\`;
`;
}

if (process.argv.includes("--collect")) collect();
const table = JSON.parse(readFileSync(data, "utf8"));
for (const [path, write] of Object.entries(sources)) {
  writeFileSync(new URL(path, root), write(table));
}
