import { request } from "./request.js";

/**
 * Sets or changes the PIN.
 *
 * @param {string} pin
 * @param {{validateCode: string}|{oldPin: string}|{proof: object}} entitlement
 */
export const storePIN = (pin, entitlement) =>
  request("PUT", "/second-factor/pin", { body: { pin, ...entitlement } });
