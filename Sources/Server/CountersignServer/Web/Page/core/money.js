const formats = new Map();

/**
 * An amount as people write it. Amounts are whole numbers in the unit that the deployment counts
 * its currency in.
 *
 * @param {number} amount
 * @param {string} currency ISO 4217 code
 */
export function money(amount, currency) {
  if (!formats.has(currency)) {
    formats.set(
      currency,
      new Intl.NumberFormat("en-NG", {
        style: "currency", currency, currencyDisplay: "narrowSymbol", maximumFractionDigits: 0,
      }),
    );
  }
  return formats.get(currency).format(amount);
}
