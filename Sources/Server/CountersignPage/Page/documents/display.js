import { allSets, hasJoiners, lookAlikes, read } from "./displayCharacters.js";

/**
 * The rules by which a screen shows a text truthfully, the same on each server and client
 * (`docs/display.md`).
 *
 * @typedef {"label"|"text"|"reference"|"payee"|"displayName"} TextUse the place of a text; titles
 *   are labels. No word of a payee mixes scripts, and display names alone may hold emoji.
 * @typedef {{rule: string, codePoint: number}} DisplayFault a character that breaks a rule
 * @typedef {"mixedScripts"|"lookAlike"} DisplayWarning
 */

/**
 * Finds the first character that breaks a rule. An empty text breaks none.
 *
 * @param {string} text
 * @param {TextUse} use
 * @returns {DisplayFault|null} null for a text that may be shown
 */
export function displayFault(text, use) {
  if (isPlain(text)) return null;
  const characters = read(text);
  const marks = markRule();
  const digits = digitRule();
  const word = wordRule();
  for (const [index, character] of characters.entries()) {
    const rule = ruleByKind(characters, index, use) ?? marks(character) ?? digits(character)
      ?? (use === "payee" ? word(character) : null);
    if (rule) return { rule, codePoint: character.codePoint };
  }
  const isBlank = characters.length > 0 && characters.every(({ kind }) => kind === "blank");
  return isBlank ? { rule: "blank", codePoint: characters[0].codePoint } : null;
}

/**
 * Finds what a person should be told beside a text.
 *
 * @param {string} text
 * @returns {DisplayWarning[]}
 */
export function displayWarnings(text) {
  if (isPlain(text)) return [];
  const characters = read(text);
  const found = [];
  if (characters.reduce((sets, character) => sets & character.sets, allSets) === 0) {
    found.push("mixedScripts");
  }
  if (hasLookAlikes(characters)) found.push("lookAlike");
  return found;
}

/**
 * Tells a text with a script whose letters all look like those of another. Latin is what a reader
 * takes such letters for: the table has no Latin letter.
 */
function hasLookAlikes(characters) {
  const alike = new Map();
  for (const { kind, script, codePoint } of characters) {
    if (kind !== "letter") continue;
    alike.set(script, (alike.get(script) ?? -1) & (lookAlikes.get(codePoint) ?? 0));
  }
  return [...alike.values()].some((scripts) => scripts !== 0);
}

// Characters that are refused by their kind, and their exceptions

function ruleByKind(characters, index, use) {
  const mayHoldEmoji = use === "displayName";
  const { kind } = characters[index];
  switch (kind) {
    case "control":
    case "bidiControl":
    case "ignorable":
    case "privateUse":
    case "noncharacter":
      return kind;
    case "emoji":
      return mayHoldEmoji ? null : "emoji";
    case "keycap":
      return mayHoldEmoji && isOnKey(characters, index) ? null : "emoji";
    case "emojiSelector":
      return mayHoldEmoji && isSelecting(characters, index) ? null : "ignorable";
    case "joiner":
      if (mayHoldEmoji && isBetweenEmoji(characters, index)) return null;
      return isBetweenLetters(characters, index) ? null : "joiner";
    default:
      return null;
  }
}

/** The place before a character, past a selector. */
const placeBefore = (characters, index) =>
  characters[index - 1]?.kind === "emojiSelector" ? index - 2 : index - 1;

/** Tells a digit, `#` or `*`. */
function isKey(character) {
  const codePoint = character?.codePoint;
  return codePoint === 0x23 || codePoint === 0x2a || (codePoint >= 0x30 && codePoint <= 0x39);
}

/** Tells a keycap on a key, with or without a selector between. */
const isOnKey = (characters, index) => isKey(characters[placeBefore(characters, index)]);

/** Tells a selector behind what it makes an emoji. */
function isSelecting(characters, index) {
  const before = characters[index - 1];
  if (before?.kind === "emoji" || before?.kind === "sign") return true;
  return isKey(before) && characters[index + 1]?.kind === "keycap";
}

const isBetweenEmoji = (characters, index) =>
  characters[placeBefore(characters, index)]?.kind === "emoji"
    && characters[index + 1]?.kind === "emoji";

const isMark = ({ kind }) => kind === "nonspacingMark" || kind === "spacingMark";

/** Tells a joiner between letters of one script that has joiners; marks may stand between. */
function isBetweenLetters(characters, index) {
  let first = index - 1;
  while (first >= 0 && isMark(characters[first])) first -= 1;
  let last = index + 1;
  while (last < characters.length && isMark(characters[last])) last += 1;
  const before = characters[first];
  const after = characters[last];
  return before?.kind === "letter" && after?.kind === "letter" && before.script === after.script
    && hasJoiners(before.script);
}

// Rules with a memory

/** The combining marks on the character before. */
function markRule() {
  let isOnCharacter = false;
  let count = 0;
  return ({ kind }) => {
    switch (kind) {
      case "nonspacingMark":
        if (!isOnCharacter) return "leadingMark";
        count += 1;
        return count > 3 ? "tooManyMarks" : null;
      case "spacingMark":
        return isOnCharacter ? null : "leadingMark";
      // A joiner gives marks nothing new to stand on.
      case "joiner":
      case "emojiSelector":
      case "keycap":
        return null;
      default:
        isOnCharacter = kind !== "blank";
        count = 0;
        return null;
    }
  };
}

/** The system of the digits before: a range of the table is one. */
function digitRule() {
  let system = null;
  return ({ kind, rangeStart }) => {
    if (kind !== "digit") return null;
    system ??= rangeStart;
    return system === rangeStart ? null : "mixedDigits";
  };
}

const wordKinds = new Set(["letter", "nonspacingMark", "spacingMark", "digit", "joiner"]);

/** The scripts that the word until here can be of. An apostrophe does not end a word. */
function wordRule() {
  let sets = allSets;
  return (character) => {
    const isInWord = wordKinds.has(character.kind)
      || character.codePoint === 0x27 || character.codePoint === 0x2019;
    sets = isInWord ? sets & character.sets : allSets;
    return sets === 0 ? "mixedScripts" : null;
  };
}

/**
 * Tells ASCII without controls and not blank, which breaks no rule. Nearly all texts are that; they
 * take no table.
 */
function isPlain(text) {
  let isBlank = true;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit > 0x7e) return false;
    if (unit !== 0x20) isBlank = false;
  }
  return !isBlank;
}
