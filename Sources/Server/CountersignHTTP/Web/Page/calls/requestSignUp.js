import { request } from "./request.js";

/**
 * Signs up, or signs in where the account exists: a code is mailed either way.
 *
 * @param {string} userName an e-mail address
 * @param {string} displayName
 * @returns {Promise<{codeRequest: string, resendAfter: number}>}
 */
export const requestSignUp = (userName, displayName) =>
  request("POST", "/accounts", { body: { userName, displayName }, anonymous: true });
