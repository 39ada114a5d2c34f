import { approvalPolicy } from "../core/deployment.js";
import { hasPasskeys } from "../passkeys/prompt.js";

/**
 * Which proofs may approve a transaction here. The server judges them anew.
 *
 * @param {{amount: number, currency: string}} transaction
 * @param {{hasBiometrics: boolean, hasPIN: boolean, isBlocked: boolean}} factors
 * @returns {{passkey: boolean, codes: boolean, pin: boolean, isLow: boolean}} `isLow` says whether
 *   the amount is one that a PIN or codes are enough for
 */
export function waysToApprove({ amount, currency }, factors) {
  const { level, fallback, limit, currency: own } = approvalPolicy();
  // What another currency's amount is worth is not known: it counts as high.
  const isLow = amount <= limit && currency === own;
  const stands = (name) => level !== "biometricsOnly" && fallback.includes(name) && isLow;
  return {
    passkey: level !== "fallbackOnly" && hasPasskeys() && factors.hasBiometrics,
    codes: stands("codes"),
    pin: stands("pin") && factors.hasPIN && !factors.isBlocked,
    isLow,
  };
}
