import { normalized } from "./canonicalForm.js";

/**
 * A change of the account's factors, as the server takes it (`FactorChange`).
 *
 * @typedef {{change: "addPasskey"|"addDeviceByLink"|"setPIN"|"stopRecovery"}
 *   | {change: "addAuthenticatorApp"|"removeAuthenticatorApp"} | {change: "setPhone", phone: string}
 *   | {change: "removePasskey"|"removeDevice"|"keepHeld"|"removeHeld", id: string}} FactorChange
 */

/**
 * Tells a document of this very change: it names the change first and says what is changed, for a
 * passkey or a phone which one, and the whole of a telephone number.
 *
 * @param {import("./readDocument.js").Document} document
 * @param {FactorChange} change
 * @param {string} [named] what the page calls the passkey or phone: when it was added, or its name;
 *   a PIN on hold has neither
 */
export function isOfChange({ fields: [first, second, ...more] }, { change, id, phone }, named) {
  if (first?.name !== change || more.length > 0) return false;
  if (phone !== undefined) {
    return second === undefined && first.kind === "text" && first.value === phone;
  }
  if (id === undefined) {
    return second === undefined && first.kind === "flag" && first.value === true;
  }
  return second?.name === "id" && second.kind === "reference" && second.value === id
    && isNamed(first, named);
}

function isNamed({ kind, value }, named) {
  if (named === undefined) return kind === "flag" && value === true;
  if (kind === "time") return Date.parse(value) === Date.parse(named);
  return kind === "text" && normalized(value) === normalized(named);
}
