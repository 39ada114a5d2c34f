import { request } from "./request.js";

/**
 * A challenge for one exact transaction, with the transaction as the server would execute it.
 *
 * @param {"TOP_UP"|"AUTHORIZE_TRANSACTION"|"MANAGE_FACTORS"} scenario
 * @param {object} payload
 * @returns {Promise<object>}
 */
export const readLinkedOptions = (scenario, payload) =>
  request("POST", "/biometric/auth/options", { body: { scenario, payload }, note: "options" });
