import { request } from "./request.js";

/**
 * Approves a transaction.
 *
 * @param {string} id
 * @param {{assertion: object}|{pin: string}|{validateCode: string, otp?: string,
 *   twoFactorCode?: string}} proof
 * @param {string} key the idempotency key: asked again with it, the server gives the first answer
 * @param {boolean} [isAgain] whether the page asks again by itself, which is no activity
 * @returns {Promise<{body: object, isReplayed: boolean}>} the transaction; or `reason` is
 *   `otp_required` and where a second code was texted
 */
export const approveTransaction = (id, proof, key, isAgain = false) =>
  request("POST", `/transactions/${encodeURIComponent(id)}/approve`, {
    body: proof, headers: { "Idempotency-Key": key }, whole: true, note: "decision",
    shown: "/transactions/{id}/approve", background: isAgain, aside: false,
  });
