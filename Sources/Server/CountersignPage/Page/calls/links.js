import { request } from "./request.js";

/**
 * @typedef {object} Link
 * @property {string} id
 * @property {string} url what the code holds
 * @property {string} watchSecret shows that this page made it
 * @property {string|null} number to be picked on the phone
 * @property {number} expiresIn
 * @property {string[]} qrCode a row each, `1` for a dark module
 */

/**
 * Makes a link that signs this page in. Nobody needs to be signed in for it.
 *
 * @returns {Promise<Link>}
 */
export const makeSignInLink = () =>
  request("POST", "/sessions/links", { body: { type: "login" }, anonymous: true, note: "link" });

/**
 * Makes a link that adds a phone to the account.
 *
 * @param {object} [proof] by a factor that the account has
 * @returns {Promise<Link>}
 */
export const makeEnrolLink = (proof) =>
  request("POST", "/sessions/links", {
    body: { type: "enrol", ...(proof ? { proof } : {}) }, note: "link",
  });

/**
 * Opens the session that a phone confirmed.
 *
 * @param {Link} link
 * @param {AbortSignal} signal gives the call up
 */
export const collectLink = ({ id, watchSecret }, signal) =>
  request("POST", `/sessions/links/${encodeURIComponent(id)}/collect`, {
    headers: { "Countersign-Watch": watchSecret, "X-Countersign-Page": "1" },
    shown: "/sessions/links/{id}/collect", signal,
  });

/**
 * Says whose the phone is that a link has added: whoever was first with the code added theirs.
 *
 * @param {Link} link
 * @param {boolean} isMine a phone that is not is removed
 */
export const claimLink = ({ id, watchSecret }, isMine) =>
  request("POST", `/sessions/links/${encodeURIComponent(id)}/mine`, {
    body: { isMine }, headers: { "Countersign-Watch": watchSecret }, anonymous: true,
    shown: "/sessions/links/{id}/mine",
  });

/**
 * Ends a link, so that nobody who photographed its code can use it.
 *
 * @param {Link} link
 */
export const endLink = ({ id, watchSecret }) =>
  request("DELETE", `/sessions/links/${encodeURIComponent(id)}`, {
    headers: { "Countersign-Watch": watchSecret }, anonymous: true, background: true,
    shown: "/sessions/links/{id}",
  });
