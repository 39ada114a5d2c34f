import { request } from "./request.js";

/**
 * Registers the passkey that the authenticator made.
 *
 * @param {object} registration
 * @param {boolean} [isAgain] whether the page asks again by itself, which is no activity
 * @returns {Promise<{credentialId: string}>}
 */
export const registerCredential = (registration, isAgain = false) =>
  request("POST", "/biometric/register/verify", {
    body: registration, background: isAgain, aside: false,
  });
