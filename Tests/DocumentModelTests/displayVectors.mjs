/**
 * Holds the page's display rules against the vectors.
 *
 * @param {{vectors: object[], halves: object[]}} file `Fixtures/display-vectors.json`
 * @param {{displayFault: Function, displayWarnings: Function}} rules the module `documents/display.js`
 * @returns {string[]} what does not agree
 */
export function disagreements({ vectors, halves }, { displayFault, displayWarnings }) {
  const written = (fault) => fault
    && `${fault.rule} U+${fault.codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
  const problems = [];
  const compare = (name, actual, expected) => {
    const [one, other] = [actual, expected].map((value) => JSON.stringify(value));
    if (one !== other) problems.push(`${name}: ${one} instead of ${other}`);
  };
  for (const { name, text, use, fault, warnings } of vectors) {
    compare(name, written(displayFault(text, use)), fault);
    compare(`warnings of ${name}`, displayWarnings(text), warnings);
  }
  for (const { name, units, fault } of halves) {
    const text = String.fromCharCode(...units.map((unit) => parseInt(unit, 16)));
    compare(name, written(displayFault(text, "text")), fault);
  }
  return problems;
}
