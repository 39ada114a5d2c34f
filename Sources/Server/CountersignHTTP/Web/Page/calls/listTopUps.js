import { request } from "./request.js";

/**
 * The payments, newest first.
 *
 * @param {{background?: boolean}} [settings] whether the page asks by itself
 * @returns {Promise<object[]>}
 */
export const listTopUps = async (settings) =>
  (await request("GET", "/user/topups", settings)).topups;
