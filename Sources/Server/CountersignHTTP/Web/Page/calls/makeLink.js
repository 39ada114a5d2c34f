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

/** Makes a link that signs this page in. Nobody needs to be signed in for it. @returns {Promise<Link>} */
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
