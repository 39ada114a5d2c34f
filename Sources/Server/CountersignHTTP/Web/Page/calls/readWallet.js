import { request } from "./request.js";

/**
 * What the account can spend.
 *
 * @param {{background?: boolean}} [settings] whether the page asks by itself
 * @returns {Promise<{balance: number, cashback: number, currency: string}>}
 */
export const readWallet = (settings) => request("GET", "/user/wallet", settings);
