import { texts } from "../texts.js";
import { normalized } from "./canonicalForm.js";
import { shownValue } from "./showValue.js";

/** @typedef {import("./readDocument.js").Document} Document */

/** The field of a name; undefined if there is none. @param {Document} document */
export const fieldOf = ({ fields }, name) => fields.find((field) => field.name === name);

/** The first amount of money; undefined if there is none. @param {Document} document */
export const moneyOf = ({ fields }) => fields.find(({ kind }) => kind === "money");

/** The words for what a document is of: a payment, or anything else. @param {Document} document */
export const matterOf = (document) => (moneyOf(document) ? texts.matters.payment
  : texts.matters.request);

/** The amount as it is shown; no text if there is none. @param {Document} document */
export function amountOf(document) {
  const money = moneyOf(document);
  return money ? shownValue(money, document.language) : "";
}

/** The name of who is paid, else the title. @param {Document} document */
export const payeeOf = ({ title, fields }) =>
  normalized(fields.find(({ kind }) => kind === "payee")?.value ?? title);
