import { request } from "./request.js";

/**
 * The transactions that can be decided on. The page asks by itself, so it is no activity of the
 * person.
 *
 * @returns {Promise<object[]>}
 */
export const listWaiting = async () =>
  (await request("GET", "/transactions?status=pending", { background: true })).transactions;

/**
 * The transactions that wait no more, newest first: those that were decided on, and those whose
 * time is over.
 *
 * @param {{background?: boolean}} [settings] whether the page asks by itself
 * @returns {Promise<object[]>}
 */
export const listDecided = async (settings) =>
  (await request("GET", "/transactions", settings)).transactions
    .filter(({ status }) => status !== "pending");

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

/** Says of a denial that it is none of the person's own. */
const ofTries = "?cause=failed_tries";

/**
 * Denies a transaction; that takes no proof.
 *
 * @param {string} id
 * @param {string} key the idempotency key
 * @param {{isOfTries: boolean}} cause whether tries that failed end it, and not the person
 * @param {boolean} [isAgain] whether the page asks again by itself, which is no activity
 * @returns {Promise<{body: object, isReplayed: boolean}>} the transaction; `isReplayed` where it
 *   was denied before
 */
export const denyTransaction = (id, key, { isOfTries }, isAgain = false) =>
  request("POST", `/transactions/${encodeURIComponent(id)}/deny${isOfTries ? ofTries : ""}`, {
    headers: { "Idempotency-Key": key }, whole: true, note: "decision",
    shown: "/transactions/{id}/deny", background: isAgain, aside: false,
  });
