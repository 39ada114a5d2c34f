import { listCredentials } from "../calls/credentials.js";
import { moment } from "../core/formats.js";
import { texts } from "../texts.js";

/**
 * The words for a passkey or phone that is new, and good for small payments only for now.
 *
 * @param {{isWaiting?: boolean, waitsUntil?: string|null}} item
 * @returns {string|null} null for any other
 */
export function waitText({ isWaiting = false, waitsUntil = null }) {
  if (!isWaiting) return null;
  return waitsUntil ? texts.newFactor.until(moment(waitsUntil)) : texts.newFactor.forNow;
}

/**
 * The words for a PIN that is new, and that the link in its notice removes.
 *
 * @param {{pinWaitsUntil?: string}} factors
 */
export const pinWaitText = ({ pinWaitsUntil }) => (pinWaitsUntil
  ? texts.newFactor.pinUntil(moment(pinWaitsUntil)) : texts.newFactor.pinForNow);

/**
 * The words for the passkey that was just added, also until when it is for small payments only.
 *
 * @param {{isRecovery?: boolean}} [settings] whether it completed a recovery: then it always is
 */
export async function saidOfNewPasskey({ isRecovery = false } = {}) {
  const newest = (await listCredentials().catch(() => [])).at(-1);
  const limit = (newest && waitText(newest)) ?? (isRecovery ? texts.newFactor.recovered : null);
  return limit === null ? texts.passkey.added : `${texts.passkey.added}: ${limit}`;
}
