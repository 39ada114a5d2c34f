import { request } from "./request.js";

/**
 * Signs up, or signs in where the account exists: a code is mailed either way,
 * unless its address was sent its most for the hour or the day.
 *
 * @param {string} userName an e-mail address
 * @param {string} displayName
 * @returns {Promise<{codeRequest: string, resendAfter: number}>}
 */
export const requestSignUp = (userName, displayName) =>
  request("POST", "/accounts", { body: { userName, displayName }, anonymous: true });

/**
 * Has a code for signing in mailed; the answer is the same whether or not there is such an account.
 *
 * @param {string} userName
 * @returns {Promise<{codeRequest: string, resendAfter: number}>}
 */
export const requestSignInCode = (userName) =>
  request("POST", "/codes", { body: { userName, purpose: "sign_in" }, anonymous: true });

/**
 * Has a code mailed to the person who is signed in.
 *
 * @param {"register"|"set_pin"|"recover"} purpose
 * @returns {Promise<{codeRequest: string, resendAfter: number}>}
 */
export const requestOwnCode = (purpose) => request("POST", "/codes", { body: { purpose } });

/**
 * Has a code sent that proves one action, which its message names. The first one goes to the
 * person's first address; the second, texted one is sent by the action itself, and here only anew.
 *
 * @param {{scenario: string, payload: object}} action
 * @param {"sms"} [channel] for the second one
 * @returns {Promise<{codeRequest: string, resendAfter: number, destination: string,
 *   second?: "otp"|"twoFactorCode"}>}
 */
export const requestActionCode = ({ scenario, payload }, channel) =>
  request("POST", "/codes", { body: { purpose: "approve", channel, scenario, payload } });

/**
 * Has a code sent that approves one transaction.
 *
 * @param {string} transactionID
 * @param {"sms"} [channel] for the second one
 */
export const requestApprovalCode = (transactionID, channel) =>
  requestActionCode({ scenario: "AUTHORIZE_TRANSACTION", payload: { transactionID } }, channel);
