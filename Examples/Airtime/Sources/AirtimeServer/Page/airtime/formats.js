import { language, shownValue } from "../page.js";

const exponents = new Map();

/** The digits after the mark that a currency has. @param {string} currency ISO 4217 code */
function exponentOf(currency) {
  if (!exponents.has(currency)) {
    const { maximumFractionDigits } =
      new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
    exponents.set(currency, maximumFractionDigits);
  }
  return exponents.get(currency);
}

/**
 * An amount as the document of a payment has it. Amounts of the wallet are whole numbers in the
 * unit that the deployment counts its currency in.
 *
 * @param {number} amount
 * @param {string} currency ISO 4217 code
 */
export function money(amount, currency) {
  const exponent = exponentOf(currency);
  const minorUnits = amount * 10 ** exponent;
  return shownValue({ kind: "money", value: { minorUnits, currency, exponent } }, language);
}
