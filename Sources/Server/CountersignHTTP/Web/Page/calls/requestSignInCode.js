import { request } from "./request.js";

/**
 * Has a code for signing in mailed; the answer is the same whether or not there is such an account.
 *
 * @param {string} userName
 * @returns {Promise<{codeRequest: string, resendAfter: number}>}
 */
export const requestSignInCode = (userName) =>
  request("POST", "/codes", { body: { userName, purpose: "sign_in" }, anonymous: true });
