import { request } from "./request.js";

/**
 * The second factor as it stands.
 *
 * @param {{background?: boolean}} [settings] whether the page asks by itself
 * @returns {Promise<{isBlocked: boolean, failedAttempts: number, maxAttempts: number,
 *   penalisedFor: number, hasPIN: boolean, hasBiometrics: boolean, hasTwoFactor: boolean,
 *   hasPhone: boolean, hasDevicePIN: boolean}>}
 */
export const readSecondFactor = (settings) =>
  request("GET", "/second-factor", settings);
