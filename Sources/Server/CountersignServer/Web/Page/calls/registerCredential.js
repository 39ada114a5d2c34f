import { request } from "./request.js";

/**
 * Registers the passkey that the authenticator made.
 *
 * @param {object} registration
 * @returns {Promise<{credentialId: string}>}
 */
export const registerCredential = (registration) =>
  request("POST", "/biometric/register/verify", { body: registration });
