import { request } from "./request.js";

/**
 * Has the server verify what the passkey signed.
 *
 * @param {object} assertion
 * @returns {Promise<{verificationToken: string, expiresIn: number}>}
 */
export const verifyAssertion = (assertion) =>
  request("POST", "/biometric/auth/verify", { body: assertion, note: "verify" });
