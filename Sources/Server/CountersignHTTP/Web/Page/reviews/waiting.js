import { listWaiting } from "../calls/listWaiting.js";
import { readTransaction } from "../calls/readTransaction.js";
import { watchTransactions } from "../calls/watchTransactions.js";
import { announce } from "../core/announce.js";
import { explain } from "../core/explain.js";
import { money } from "../core/money.js";
import { pause } from "../core/pause.js";
import { texts } from "../texts.js";

/** Seconds before the stream is opened again after it broke, the last one repeated. */
const pausesSeconds = [1, 2, 5, 10, 30];

/** What waits for the person's decision, by id. @type {Map<string, object>} */
const waiting = new Map();
/** What waits no more: an answer that was under way when it was decided brings nothing back. */
const over = new Set();
/** @type {Set<() => void>} */
const listeners = new Set();
/** Who has one open, and is told when it is decided elsewhere or its time is over. */
const watchers = new Map();
/** @type {AbortController|null} */
let following = null;
/** Whether what waited at the beginning is known: what comes then is new. */
let isComplete = false;

/**
 * What waits, in the order in which it came.
 *
 * @returns {object[]}
 */
export const waitingNow = () => [...waiting.values()].sort((one, other) =>
  compare(one.createdAt, other.createdAt) || compare(one.expiresAt, other.expiresAt)
  || compare(one.transactionID, other.transactionID));

const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Calls when what waits has changed.
 *
 * @param {() => void} listener
 * @returns {() => void} ends it
 */
export function onWaiting(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Calls when a transaction waits no more.
 *
 * @param {string} id
 * @param {(transaction: object) => void} watcher
 * @returns {() => void} ends it
 */
export function onDecided(id, watcher) {
  watchers.set(id, watcher);
  return () => watchers.get(id) === watcher && watchers.delete(id);
}

/** Takes what is known of a transaction from now on. @param {object} transaction */
export function take(transaction) {
  const { transactionID: id, status } = transaction;
  if (status !== "pending") {
    settle(id);
    return watchers.get(id)?.(transaction);
  }
  if (over.has(id)) return;
  const isNew = !waiting.has(id);
  waiting.set(id, transaction);
  changed();
  if (!isNew || !isComplete) return;
  const { amount, currency, payee } = transaction;
  announce(texts.waiting.arrived(money(amount, currency), payee));
}

/** Takes one off: what has become of it is shown. @param {string} id */
export function settle(id) {
  over.add(id);
  if (waiting.delete(id)) changed();
}

/** Follows the account's transactions for as long as the page is seen. */
export function followWaiting() {
  if (following) return;
  following = new AbortController();
  follow(following.signal);
}

/** Forgets them: nobody is signed in any more. */
export function stopWaiting() {
  following?.abort();
  following = null;
  isComplete = false;
  waiting.clear();
  over.clear();
  changed();
}

/** A page that nobody sees holds no stream; a browser has few connections for all its pages. */
export function pauseWhileUnseen() {
  document.addEventListener("visibilitychange", () => {
    if (!following) return;
    following.abort();
    following = new AbortController();
    if (document.visibilityState === "visible") follow(following.signal);
  });
}

/** Asks the server what waits: after a break, and where a time is over. */
export async function checkWaiting() {
  const asked = following;
  const before = [...waiting.keys()];
  try {
    const listed = await listWaiting();
    if (asked !== following) return;
    listed.forEach(take);
    isComplete = true;
    const ids = new Set(listed.map(({ transactionID }) => transactionID));
    for (const id of before.filter((known) => !ids.has(known))) await takeGone(id);
  } catch (error) {
    if (asked === following && following) explain(error, () => {});
  }
}

/** One that is not listed any more; whoever has it open wants to know why. */
async function takeGone(id) {
  if (watchers.has(id)) take(await readTransaction(id, { background: true }));
  else settle(id);
}

async function follow(signal) {
  let newest = null;
  for (let turn = 0; !signal.aborted; turn += 1) {
    await watchTransactions({
      after: newest, signal,
      opened: () => {
        turn = 0;
        checkWaiting();
      },
      tell: (transaction, id) => {
        newest = id ?? newest;
        take(transaction);
      },
    });
    await pause(pausesSeconds[Math.min(turn, pausesSeconds.length - 1)], signal);
    // Where there is no stream to be had, the list is true all the same; a session that is over
    // comes to light too.
    if (!signal.aborted) await checkWaiting();
  }
}

function changed() {
  for (const listener of listeners) listener();
}
