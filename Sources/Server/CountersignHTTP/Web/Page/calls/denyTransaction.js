import { request } from "./request.js";

/**
 * Denies a transaction; that takes no proof.
 *
 * @param {string} id
 * @param {string} key the idempotency key
 * @param {boolean} [isAgain] whether the page asks again by itself, which is no activity
 * @returns {Promise<{body: object, isReplayed: boolean}>} the transaction; `isReplayed` where it was
 *   denied before
 */
export const denyTransaction = (id, key, isAgain = false) =>
  request("POST", `/transactions/${encodeURIComponent(id)}/deny`, {
    headers: { "Idempotency-Key": key }, whole: true, note: "decision",
    shown: "/transactions/{id}/deny", background: isAgain, aside: false,
  });
