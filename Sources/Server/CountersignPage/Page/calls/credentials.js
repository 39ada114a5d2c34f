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

/**
 * The account's passkeys, oldest first.
 *
 * @param {{background?: boolean}} [settings] whether the page asks by itself
 * @returns {Promise<{id: string, name?: string, createdAt: string, lastUsedAt: string|null,
 *   transports: string[], isBackedUp: boolean, isWaiting?: boolean, waitsUntil?: string|null,
 *   openedSession?: true, deviceId?: string}[]>}
 *   `isWaiting` says that it is new, and good for small amounts only; until when, where that is
 *   known; `openedSession` that this session was opened with it; `deviceId` is the phone that it
 *   was added with, and is removed with
 */
export const listCredentials = async (settings) =>
  (await request("GET", "/biometric/credentials", settings)).credentials;

/**
 * Revokes a passkey.
 *
 * @param {string} id
 * @param {string} key the idempotency key: one a removal
 * @param {object} [proof] of this very change; an account that never had a factor needs none
 */
export const revokeCredential = (id, key, proof) =>
  request("DELETE", `/biometric/credentials/${encodeURIComponent(id)}`, {
    body: proof ? { proof } : undefined, headers: { "Idempotency-Key": key },
    shown: "/biometric/credentials/{id}",
  });

/**
 * Names a passkey as its person calls it.
 *
 * @param {string} id
 * @param {string} name
 */
export const nameCredential = (id, name) =>
  request("PUT", `/biometric/credentials/${encodeURIComponent(id)}/name`, {
    body: { name }, shown: "/biometric/credentials/{id}/name",
  });

/**
 * A challenge for one change of the account's factors, with the document that it is linked to.
 *
 * @param {import("../documents/factorChange.js").FactorChange} change
 * @returns {Promise<object>}
 */
export const readChangeOptions = (change) =>
  request("POST", "/biometric/auth/options", {
    body: { scenario: "MANAGE_FACTORS", payload: change }, note: "options",
  });

/**
 * A challenge for one action, with the document that it is linked to, and the ways in which this
 * account may approve it.
 *
 * @param {string} scenario
 * @param {object} payload
 * @returns {Promise<object>}
 */
export const readActionOptions = (scenario, payload) =>
  request("POST", `/actions/${scenario}/options`, { body: { payload }, note: "options" });

/**
 * Has the server verify what the passkey signed.
 *
 * @param {object} assertion
 * @returns {Promise<{verificationToken: string, expiresIn: number}>}
 */
export const verifyAssertion = (assertion) =>
  request("POST", "/biometric/auth/verify", { body: assertion, note: "verify" });
