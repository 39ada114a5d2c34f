import { request } from "./request.js";

/**
 * Creation options of a new passkey.
 *
 * @param {{validateCode: string}|{proof: object}} entitlement
 */
export const readRegistrationOptions = (entitlement) =>
  request("POST", "/biometric/register/options", { body: entitlement, note: "options" });
