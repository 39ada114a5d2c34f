import { request } from "./request.js";

/**
 * How far the account's recovery has come.
 *
 * @returns {Promise<{status: "none"|"waiting"|"ready", readyAt: string|null}>} `readyAt` is null
 *   also while no notice of it was delivered: the wait begins then
 */
export const readRecovery = () => request("GET", "/recovery");

/**
 * Begins the recovery of an account whose factors are all lost.
 *
 * @param {string} validateCode the code that was mailed for purpose `recover`
 * @returns {Promise<{status: "waiting", readyAt: string|null}>}
 */
export const beginRecovery = (validateCode) =>
  request("POST", "/recovery", { body: { validateCode } });

/**
 * Stops the recovery.
 *
 * @param {object} proof by a factor that was there before it began
 * @param {string} key the idempotency key
 */
export const stopRecovery = (proof, key) =>
  request("DELETE", "/recovery", { body: { proof }, headers: { "Idempotency-Key": key } });

/**
 * Stops what a notice told of. Nobody needs to be signed in for it.
 *
 * @param {{id: string, secret: string}} target what the link of the notice holds
 * @returns {Promise<{stopped: "factor"|"recovery"|"signIn"|"hold"}>}
 */
export const stop = ({ id, secret }) =>
  request("POST", "/stops", { body: { id, secret }, anonymous: true });
