import { request } from "./request.js";

/** @type {Awaited<ReturnType<typeof readDeployment>>|null} */
let known = null;
/** Milliseconds by which the server's clock is ahead of this device's. */
let ahead = 0;

/** Learns from the server what the page cannot know of it; later, where it does not answer. */
export async function learnDeployment() {
  known = await readDeployment().catch(() => known);
  if (known?.time) ahead = Date.parse(known.time) - Date.now();
}

/** Where a demo puts its codes; null where it is none. */
export const mailbox = () => known?.mailbox ?? null;

/**
 * The most that a PIN or codes approve at once, in each currency that has such a limit.
 *
 * @typedef {{minorUnits: number, currency: string, exponent: number}} Money
 * @returns {Money[]} none where the server has not told
 */
export const lowValueLimits = () => known?.lowValueLimits ?? [];

/** True if also the first factor of an account waits. */
export const firstFactorWaits = () => known?.firstFactorWaits === true;

/**
 * The end of the longest wait of a new factor, if it is added now by a weak proof and its notice is
 * delivered at once.
 *
 * @returns {string|null} RFC 3339; null where the server has not told
 */
export function endOfFactorWait() {
  const seconds = known?.factorWaitSeconds;
  if (!Number.isFinite(seconds)) return null;
  return new Date(Date.now() + ahead + seconds * 1000).toISOString();
}

/**
 * Seconds until a moment by the server's clock: this device's may be wrong.
 *
 * @param {string} timestamp RFC 3339
 */
export const secondsUntil = (timestamp) => (Date.parse(timestamp) - Date.now() - ahead) / 1000;

/**
 * What the page is told of the server that it came from.
 *
 * @returns {Promise<{mailbox: string|null, time: string, lowValueLimits: Money[],
 *   factorWaitSeconds: number, firstFactorWaits: boolean}>} `mailbox` is where a demo puts the
 *   codes; `factorWaitSeconds` the longest wait of a factor that a weak proof adds
 */
const readDeployment = () => request("GET", "/page/deployment.json", { anonymous: true });
