import { lowValueLimits } from "../calls/deployment.js";
import { language, locale } from "../core/language.js";
import { texts } from "../texts.js";
import { moneyOf } from "./fields.js";
import { shownValue } from "./showValue.js";

const either = new Intl.ListFormat(locale, { type: "disjunction" });

/** The payments that a PIN or codes approve, in words: up to which amounts they are, where known. */
export function smallPayments() {
  const most = lowValueLimits().map((value) => shownValue({ kind: "money", value }, language));
  return most.length > 0 ? texts.paymentsUpTo(either.format(most)) : texts.smallPayments;
}

/**
 * True if a payment is small: where a PIN or codes are too weak for it all the same, as many as may
 * be were approved by them in a row.
 *
 * @param {import("./readDocument.js").Document} document
 */
export function isSmallPayment(document) {
  const money = moneyOf(document)?.value;
  return lowValueLimits().some(({ currency, minorUnits }) =>
    currency === money?.currency && money.minorUnits <= minorUnits);
}

/**
 * The words for a payment for which a PIN or codes are too weak.
 *
 * @param {import("./readDocument.js").Document} document
 */
export const wordsOfLimit = (document) =>
  texts.problems[isSmallPayment(document) ? "fiveInARow" : "linking_required"];
