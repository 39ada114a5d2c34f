import { texts } from "../texts.js";
import { locale } from "./language.js";

const tenths = new Intl.NumberFormat(
  locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const twoDigits = (number) => String(number).padStart(2, "0");

const dayOf = (at) =>
  [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join("-");

/** A date or a time within a sentence: no line breaks inside it. @param {string} text */
const unbroken = (text) => text.replaceAll("-", "\u2011").replaceAll(" ", "\u00a0");

/** A moment's day here, as documents write days. @param {string} timestamp RFC 3339 */
export const date = (timestamp) => unbroken(dayOf(new Date(timestamp)));

/**
 * A moment as documents have it, in UTC, and what the clock here shows then.
 *
 * @param {string} timestamp RFC 3339
 * @returns {{utc: string, here: string|null}} `here` is null where the clock here shows the same
 */
export function momentParts(timestamp) {
  const at = new Date(timestamp);
  const utc = at.toISOString().slice(0, 16).replace("T", " ");
  const time = `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
  const day = dayOf(at);
  if (utc === `${day} ${time}`) return { utc: `${utc} UTC`, here: null };
  const here = texts.timeHere(utc.startsWith(day) ? time : `${day} ${time}`);
  return { utc: `${utc} UTC`, here };
}

/** A moment, the same wherever it is shown. @param {string} timestamp RFC 3339 */
export function moment(timestamp) {
  const { utc, here } = momentParts(timestamp);
  return [utc, here].filter(Boolean).map(unbroken).join(" ");
}

/** The words for a wait before another try. @param {number|null} seconds */
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
