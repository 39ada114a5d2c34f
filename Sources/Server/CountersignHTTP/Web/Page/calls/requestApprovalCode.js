import { request } from "./request.js";

/**
 * Has a code sent that approves one transaction, which its message names. It is mailed; the texted
 * one beside it is sent by the approval itself, and here only anew.
 *
 * @param {string} transactionID
 * @param {"email"|"sms"} [channel]
 * @returns {Promise<{codeRequest: string, resendAfter: number, destination: string,
 *   second?: "otp"|"twoFactorCode"}>}
 */
export const requestApprovalCode = (transactionID, channel = "email") =>
  request("POST", "/codes", {
    body: {
      purpose: "approve", channel, scenario: "AUTHORIZE_TRANSACTION", payload: { transactionID },
    },
  });
