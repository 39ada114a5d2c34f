import { request } from "./request.js";

/**
 * The transactions that can be decided on. The page asks by itself, so it is no activity of the
 * person.
 *
 * @returns {Promise<object[]>}
 */
export const listWaiting = async () =>
  (await request("GET", "/transactions?status=pending", { background: true })).transactions;
