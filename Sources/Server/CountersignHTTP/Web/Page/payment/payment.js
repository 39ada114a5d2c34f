import { isSame } from "./askChallenge.js";

/**
 * @typedef {object} Payment one payment from its review to its outcome
 * @property {object} payload what was asked for
 * @property {string} key its idempotency key: whatever is tried again, it is paid once at most
 * @property {object} options the challenge
 * @property {object} transaction what the server would execute
 * @property {number} askedAt when the challenge came, by `performance.now()`
 * @property {boolean} isSpent whether the challenge was signed and the signature sent
 * @property {boolean} isRenewed whether an expired challenge was replaced already
 * @property {number} failures prompts that gave nothing, and proofs that were refused
 * @property {boolean} isSent whether it was sent and its answer is not here
 * @property {number} sentAt when it was sent, by `Date.now()`; 0 before
 * @property {AbortController} leaving ends a prompt and calls that are under way
 * @property {Promise<unknown>|null} question what the person is being asked about leaving
 */

/** @typedef {{key: string, transaction: object}} Earlier */

/** Proofs in one payment after which only the PIN is left. */
export const mostFailures = 3;

/**
 * A payment that has just been reviewed.
 *
 * @param {object} payload
 * @param {{options: object, transaction: object, askedAt: number}} challenge
 * @param {Earlier} [earlier] a payment that was sent and of which the server knew nothing: the same
 *   one again keeps its key, so that it is paid once even if the first was only slow
 * @returns {Payment}
 */
export function payment(payload, challenge, earlier) {
  const isAgain = earlier && isSame(earlier.transaction, challenge.transaction);
  const key = isAgain ? earlier.key : crypto.randomUUID();
  return {
    payload, key, isRenewed: false, failures: 0, isSent: false, sentAt: 0, question: null,
    leaving: new AbortController(), ...challenge,
  };
}

/** Goes on with a payment after a screen of something else: the person has come back to it. */
export function takeUp(payment) {
  if (payment.leaving.signal.aborted) payment.leaving = new AbortController();
}
