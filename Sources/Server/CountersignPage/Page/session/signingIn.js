import { entryName } from "../core/root.js";

const name = entryName("signingIn");

/**
 * A sign-up or sign-in whose code was asked for. This window keeps it, so that a reload and the way
 * back lose neither the code nor what was typed; the code itself is in nobody's hands here.
 *
 * @typedef {object} SigningIn
 * @property {string} userName
 * @property {string|null} displayName null for who has an account
 * @property {string} codeRequest
 * @property {number} resendAfter seconds from `at`
 * @property {number} at by `Date.now()`
 */

/** Keeps what the code was asked for. @param {Omit<SigningIn, "at">} asked */
export function keepSigningIn({ userName, displayName, codeRequest, resendAfter }) {
  sessionStorage.setItem(name, JSON.stringify(
    { userName, displayName, codeRequest, resendAfter, at: Date.now() }));
}

/** What is under way in this window; null for nothing. @returns {SigningIn|null} */
export function signingIn() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name));
    return typeof kept?.codeRequest === "string" && typeof kept.userName === "string" ? kept : null;
  } catch {
    return null;
  }
}

/** Forgets it: somebody is signed in. */
export const forgetSigningIn = () => sessionStorage.removeItem(name);
