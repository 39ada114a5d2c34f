import { request } from "../../page.js";

/** The products. @returns {Promise<object[]>} */
export const listProducts = async () => (await request("GET", "/products")).products;

/**
 * Reads the account's money.
 *
 * @param {{background?: boolean}} [settings] whether the page asks by itself
 * @returns {Promise<{balance: number, cashback: number, currency: string}>}
 */
export const readWallet = (settings) => request("GET", "/user/wallet", settings);

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

/**
 * The payments, newest first.
 *
 * @param {{background?: boolean}} [settings] whether the page asks by itself
 * @returns {Promise<object[]>}
 */
export const listTopUps = async (settings) =>
  (await request("GET", "/user/topups", settings)).topups;
