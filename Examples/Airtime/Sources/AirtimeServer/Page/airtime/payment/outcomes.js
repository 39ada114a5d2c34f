import { account, entryName, lastAccount, readableDocument, readOperation } from "../../page.js";

/**
 * A payment whose outcome is not known; `sentAt` by `Date.now()`.
 *
 * @typedef {import("./payment.js").Earlier & {sentAt: number}} Sent
 */

/** One entry a payment, so that two windows of one browser take nothing from each other. */
const prefix = () => `${entryName("payment")}.${account() ?? lastAccount()}.`;

/**
 * Keeps what is needed to ask for a payment's outcome: its key and what was shown. Never a proof.
 *
 * @param {Sent} payment
 */
export function remember({ key, payload, document, sentAt }) {
  localStorage.setItem(prefix() + key, JSON.stringify({ key, payload, document, sentAt }));
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
    return typeof kept?.key === "string" && readableDocument(kept.document) ? kept : null;
  } catch {
    return null;
  }
}

/** Seconds between two questions, the last one repeated. */
const pausesSeconds = [1, 2, 3, 5, 8, 15];

/**
 * Asks for a pending payment until it is decided.
 *
 * @param {string} key
 * @param {(outcome: object) => void} decided
 * @returns {() => void} stops asking
 */
export function followOutcome(key, decided) {
  let timer = null;
  let isStopped = false;
  const ask = async (turn) => {
    const outcome = await readOperation(key, { aside: true }).catch(() => null);
    if (isStopped) return;
    if (outcome && outcome.data.status !== "pending") decided(outcome.data);
    else plan(turn + 1);
  };
  const plan = (turn) => {
    const seconds = pausesSeconds[Math.min(turn, pausesSeconds.length - 1)];
    timer = setTimeout(() => ask(turn), seconds * 1000);
  };
  plan(0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
