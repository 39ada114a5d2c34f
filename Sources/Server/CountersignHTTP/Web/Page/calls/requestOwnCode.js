import { request } from "./request.js";

/**
 * Has a code mailed to the person who is signed in.
 *
 * @param {"register"|"set_pin"} purpose
 * @returns {Promise<{codeRequest: string, resendAfter: number}>}
 */
export const requestOwnCode = (purpose) => request("POST", "/codes", { body: { purpose } });
