import { request } from "./request.js";

/**
 * A transaction as it stands now.
 *
 * @param {string} id
 * @param {{background?: boolean}} [settings] whether the page asks by itself
 * @returns {Promise<object>}
 */
export const readTransaction = (id, settings) =>
  request("GET", `/transactions/${encodeURIComponent(id)}`, {
    ...settings, shown: "/transactions/{id}",
  });
