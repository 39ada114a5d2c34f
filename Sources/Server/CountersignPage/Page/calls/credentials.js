import { request } from "./request.js";

/**
 * Creation options of a new passkey.
 *
 * @param {{validateCode: string}|{proof: object}} entitlement
 */
export const readRegistrationOptions = (entitlement) =>
  request("POST", "/biometric/register/options", { body: entitlement, note: "options" });

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

/** The account's passkeys. @returns {Promise<object[]>} */
export const listCredentials = async () =>
  (await request("GET", "/biometric/credentials")).credentials;

/**
 * Revokes a passkey.
 *
 * @param {string} id
 * @param {string} key the idempotency key: one a removal
 * @param {object} [proof] by a factor; the server asks for it unless one was proved lately
 */
export const revokeCredential = (id, key, proof) =>
  request("DELETE", `/biometric/credentials/${encodeURIComponent(id)}`, {
    body: proof ? { proof } : undefined, headers: { "Idempotency-Key": key },
    shown: "/biometric/credentials/{id}",
  });

/**
 * A challenge for one exact transaction, with the transaction as the server would execute it.
 *
 * @param {"TOP_UP"|"AUTHORIZE_TRANSACTION"|"MANAGE_FACTORS"} scenario
 * @param {object} payload
 * @returns {Promise<object>}
 */
export const readLinkedOptions = (scenario, payload) =>
  request("POST", "/biometric/auth/options", { body: { scenario, payload }, note: "options" });

/**
 * Has the server verify what the passkey signed.
 *
 * @param {object} assertion
 * @returns {Promise<{verificationToken: string, expiresIn: number}>}
 */
export const verifyAssertion = (assertion) =>
  request("POST", "/biometric/auth/verify", { body: assertion, note: "verify" });
