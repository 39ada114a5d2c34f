import { texts } from "../texts.js";

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
      new Intl.NumberFormat("en-NG", {
        style: "currency", currency, currencyDisplay: "symbol", maximumFractionDigits: 0,
      }),
    );
  }
  return formats.get(currency).format(amount);
}

const full = new Intl.DateTimeFormat("en-NG", { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat("en-NG", { dateStyle: "medium" });

/** A moment with its time. @param {string} timestamp RFC 3339 */
export const moment = (timestamp) => full.format(new Date(timestamp));

/** A moment's day. @param {string} timestamp RFC 3339 */
export const date = (timestamp) => day.format(new Date(timestamp));

/** When something may be tried again. @param {number|null} seconds */
export function wait(seconds) {
  if (!seconds) return texts.wait.soon;
  if (seconds < 90) return texts.wait.seconds(seconds);
  return texts.wait.minutes(Math.ceil(seconds / 60));
}

/** A duration as the timeline writes it. @param {number} milliseconds */
export function duration(milliseconds) {
  return milliseconds < 1000
    ? texts.milliseconds(String(Math.round(milliseconds)))
    : texts.seconds((milliseconds / 1000).toFixed(1));
}
