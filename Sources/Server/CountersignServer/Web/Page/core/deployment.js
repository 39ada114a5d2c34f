import { readDeployment } from "../calls/readDeployment.js";

/** @type {Awaited<ReturnType<typeof readDeployment>>|null} */
let known = null;
/** Milliseconds by which the server's clock is ahead of this device's. */
let ahead = 0;

/** Learns from the server what the page cannot know of it. */
export async function learnDeployment() {
  known = await readDeployment().catch(() => null);
  if (known?.time) ahead = Date.parse(known.time) - Date.now();
}

/** Where a demo puts its codes; null where it is none. */
export const mailbox = () => known?.mailbox ?? null;

/**
 * Which proofs may approve a transaction, and up to what amount a PIN or codes do. Where the server
 * did not say, everything is offered: the server decides in any case.
 *
 * @returns {{level: string, fallback: string[], limit: number, currency: string|null}}
 */
export const approvalPolicy = () => ({
  level: known?.authorizeTransaction?.level ?? "biometricsWithFallback",
  fallback: known?.authorizeTransaction?.fallback ?? ["codes", "pin"],
  limit: known?.lowValueLimit ?? Infinity,
  currency: known?.currency ?? null,
});

/**
 * Seconds until a moment by the server's clock: this device's may be wrong.
 *
 * @param {string} timestamp RFC 3339
 */
export const secondsUntil = (timestamp) => (Date.parse(timestamp) - Date.now() - ahead) / 1000;
