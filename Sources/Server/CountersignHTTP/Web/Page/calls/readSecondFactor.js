import { request } from "./request.js";

/**
 * The second factor as it stands.
 *
 * @param {{background?: boolean}} [settings] whether the page asks by itself
 * @returns {Promise<{isBlocked: boolean, failedAttempts: number, maxAttempts: number,
 *   penalisedFor: number, hasPIN: boolean, hasBiometrics: boolean, hasTwoFactor: boolean,
 *   hasPhone: boolean, hasDevicePIN: boolean, needsFactor: boolean, readAt: number}>} `needsFactor`
 *   says that a new factor takes a proof by one that is there: a mailed code alone adds none;
 *   `readAt` is by `performance.now()`: from then on `penalisedFor` counts
 */
export const readSecondFactor = async (settings) => ({
  ...(await request("GET", "/second-factor", settings)), readAt: performance.now(),
});
