import { texts } from "../texts.js";
import { locale } from "./language.js";

const full = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const tenths = new Intl.NumberFormat(
  locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });

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
    : texts.seconds(tenths.format(milliseconds / 1000));
}
