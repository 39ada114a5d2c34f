import { NoAnswer } from "./refusal.js";
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

/**
 * Sees that the terms of approvals are known, which a server does not say before it has started.
 *
 * @throws {NoAnswer}
 */
export async function requireTerms() {
  if (!known?.authorizeTransaction) await learnDeployment();
  if (!known?.authorizeTransaction) throw new NoAnswer();
}

/** Where a demo puts its codes; null where it is none. */
export const mailbox = () => known?.mailbox ?? null;

/**
 * Which proofs may approve a transaction, and up to what amount a PIN or codes do.
 *
 * @returns {{level: string, fallback: string[], limit: number, currency: string}}
 */
export const approvalPolicy = () => ({
  ...known.authorizeTransaction, limit: known.lowValueLimit, currency: known.currency,
});

/**
 * Seconds until a moment by the server's clock: this device's may be wrong.
 *
 * @param {string} timestamp RFC 3339
 */
export const secondsUntil = (timestamp) => (Date.parse(timestamp) - Date.now() - ahead) / 1000;

/**
 * What the page is told of the server that it came from.
 *
 * @returns {Promise<{mailbox: string|null, time: string, currency: string, lowValueLimit: number,
 *   authorizeTransaction: {level: string, fallback: string[]}}>} `mailbox` is where a demo puts the
 *   codes
 */
const readDeployment = () => request("GET", "/page/deployment.json", { anonymous: true });
