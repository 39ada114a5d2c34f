import { locale } from "../page.js";

const formats = new Map();

/**
 * An amount as people write it, with a sign that no two currencies share. Amounts are whole numbers
 * in the unit that the deployment counts its currency in.
 *
 * @param {number} amount
 * @param {string} currency ISO 4217 code
 */
export function money(amount, currency) {
  if (!formats.has(currency)) {
    formats.set(
      currency,
      new Intl.NumberFormat(locale, {
        style: "currency", currency, currencyDisplay: "symbol", maximumFractionDigits: 0,
      }),
    );
  }
  return formats.get(currency).format(amount);
}
