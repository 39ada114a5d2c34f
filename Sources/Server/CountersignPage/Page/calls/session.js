import { request } from "./request.js";

/** Challenge of a sign-in with a passkey. @returns {Promise<object>} */
export const readSessionOptions = () =>
  request("POST", "/sessions/options", { anonymous: true, note: "options" });

/** Asks the server to keep the access token in a cookie instead of giving it to this script. */
const headers = { "X-Countersign-Page": "1" };

/**
 * Opens a session.
 *
 * @param {{codeRequest: string, validateCode: string}|{assertion: object}} proof
 * @returns {Promise<{expiresIn: number, accountID: string}>}
 */
export const openSession = (proof) => request("POST", "/sessions", { body: proof, headers });

/**
 * Raises this session by a proof: the cookie is another one then.
 *
 * @param {object} proof a proof of scenario SIGN_IN
 * @param {string} key the idempotency key
 * @returns {Promise<{accountID?: string, reason?: "otp_required"}>} without `accountID` where the
 *   session is worth as much already; or `reason` is `otp_required` and where a code was texted
 */
export const raiseSession = (proof, key) =>
  request("POST", "/sessions/current/proof", {
    body: proof, headers: { "Idempotency-Key": key },
  });

/**
 * @typedef {{id: string, createdAt: string, lastActiveAt: string, isCurrent: boolean,
 *   deviceId?: string}} Session `deviceId` names the phone whose session it is
 */

/**
 * The account's open sessions, and whose they are.
 *
 * @returns {Promise<{sessions: Session[], account?: {displayName: string}}>}
 */
export const readSessions = () => request("GET", "/sessions");

/**
 * Ends this session.
 *
 * @param {AbortSignal} [signal] gives the call up
 */
export const endSession = (signal) => request("DELETE", "/sessions/current", { signal });

/** Ends one other session of the account. @param {string} id */
export const endSessionOf = (id) => request("DELETE", `/sessions?which=${encodeURIComponent(id)}`);

/** Ends the account's other sessions. @returns {Promise<{revoked: number}>} */
export const endOtherSessions = () => request("DELETE", "/sessions?which=others");
