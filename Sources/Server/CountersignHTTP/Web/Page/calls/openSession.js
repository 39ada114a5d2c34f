import { request } from "./request.js";

/** Asks the server to keep the access token in a cookie instead of giving it to this script. */
const headers = { "X-Countersign-Page": "1" };

/**
 * Opens a session.
 *
 * @param {{codeRequest: string, validateCode: string}|{assertion: object}} proof
 * @returns {Promise<{expiresIn: number, accountID: string}>}
 */
export const openSession = (proof) => request("POST", "/sessions", { body: proof, headers });
