import { request } from "./request.js";

/**
 * Buys airtime.
 *
 * @param {object} payload
 * @param {{verificationToken: string}|{pin: string}} proof
 * @param {string} key the idempotency key: with it the same purchase is executed once at most
 * @returns {Promise<object>}
 */
export const topUp = (payload, proof, key) =>
  request("POST", "/user/topup", {
    body: { ...payload, ...proof }, headers: { "Idempotency-Key": key }, note: "topUp",
  });
