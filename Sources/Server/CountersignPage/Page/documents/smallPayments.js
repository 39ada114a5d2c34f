import { lowValueLimits } from "../calls/deployment.js";
import { language, locale } from "../core/language.js";
import { texts } from "../texts.js";
import { shownValue } from "./showValue.js";

const either = new Intl.ListFormat(locale, { type: "disjunction" });

/** The payments that a PIN or codes approve, in words: up to which amounts they are, where known. */
export function smallPayments() {
  const most = lowValueLimits().map((value) => shownValue({ kind: "money", value }, language));
  return most.length > 0 ? texts.paymentsUpTo(either.format(most)) : texts.smallPayments;
}
