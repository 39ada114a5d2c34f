import { request } from "./request.js";

/**
 * Sets or changes the PIN.
 *
 * @param {string} pin
 * @param {{validateCode: string}|{oldPin: string}|{proof: object}} entitlement
 * @param {string} key the idempotency key: one a new PIN
 */
export const storePIN = (pin, entitlement, key) =>
  request("PUT", "/second-factor/pin", {
    body: { pin, ...entitlement }, headers: { "Idempotency-Key": key },
  });
