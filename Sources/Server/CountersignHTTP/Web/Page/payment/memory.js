import { account, lastAccount } from "../session/account.js";

/** @typedef {{key: string, transaction: object, sentAt: number}} Sent `sentAt` by `Date.now()` */

/** One entry a payment, so that two windows of one browser take nothing from each other. */
const prefix = () => `countersign.payment.${account() ?? lastAccount()}.`;

/**
 * Keeps what is needed to ask for a payment's outcome: its key and what was shown. Never a proof.
 *
 * @param {Sent} payment
 */
export function remember({ key, transaction, sentAt }) {
  localStorage.setItem(prefix() + key, JSON.stringify({ key, transaction, sentAt }));
}

/** Forgets a payment: its outcome is known. @param {string} key */
export function forget(key) {
  localStorage.removeItem(prefix() + key);
}

/**
 * The account's payment whose outcome is not known; the one that was sent first, where there are
 * several.
 *
 * @returns {Sent|null}
 */
export function remembered() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix()));
  const sent = names.map(read).filter(Boolean);
  return sent.sort((one, other) => one.sentAt - other.sentAt)[0] ?? null;
}

function read(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(name));
    return typeof kept?.key === "string" && kept.transaction ? kept : null;
  } catch {
    return null;
  }
}
