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

/** The account's open sessions. @returns {Promise<{isCurrent: boolean}[]>} */
export const listSessions = async () => (await request("GET", "/sessions")).sessions;

/**
 * Ends this session.
 *
 * @param {AbortSignal} [signal] gives the call up
 */
export const endSession = (signal) => request("DELETE", "/sessions/current", { signal });

/** Ends the account's other sessions. @returns {Promise<{revoked: number}>} */
export const endOtherSessions = () => request("DELETE", "/sessions?which=others");
