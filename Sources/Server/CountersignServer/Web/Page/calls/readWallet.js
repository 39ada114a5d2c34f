import { request } from "./request.js";

/** @returns {Promise<{balance: number, cashback: number, currency: string}>} */
export const readWallet = () => request("GET", "/user/wallet");
