import { watchTransactions } from "../calls/events.js";
import { listWaiting, readTransaction } from "../calls/transactions.js";
import { announce, explain } from "../core/notice.js";
import { pause } from "../core/untilAnswered.js";
import { amountOf, payeeOf } from "../documents/fields.js";
import { readableDocument } from "../documents/readDocument.js";
import { texts } from "../texts.js";

/** Seconds before the stream is opened again after it broke, the last one repeated. */
const pausesSeconds = [1, 2, 5, 10, 30];

/**
 * The known transactions, by id. One that is `over` stays so: an answer that was under way when it
 * was decided brings nothing back.
 *
 * @type {Map<string, {state: "waiting", transaction: object} | {state: "over"}>}
 */
const known = new Map();
/** @type {Set<(isOver: boolean) => void>} */
const listeners = new Set();
/** Who has one open, and is told when it is decided elsewhere or its time is over. */
const watchers = new Map();
/**
 * True if anybody is signed in whose transactions are followed: `beginning` until it is known what
 * waited before, `complete` from then on, so that what comes is new. `stream` ends with the page's
 * being seen, and with the session.
 *
 * @type {{state: "off"} | {state: "beginning"|"complete", stream: AbortController}}
 */
let following = { state: "off" };

/**
 * The waiting transactions, in the order in which they came.
 *
 * @returns {object[]}
 */
export const waitingNow = () => [...known.values()].filter(({ state }) => state === "waiting")
  .map(({ transaction }) => transaction).sort((one, other) =>
    // Of the same second, the one that was heard of first stays first.
    compare(one.createdAt, other.createdAt) || compare(one.expiresAt, other.expiresAt));

const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Calls when what waits has changed.
 *
 * @param {(isOver: boolean) => void} listener is told whether one was decided, or its time is over
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
  const before = known.get(id);
  const document = readableDocument(transaction.document);
  // What cannot be shown whole is not offered here.
  if (before?.state === "over" || document === null) return;
  known.set(id, { state: "waiting", transaction });
  changed();
  if (before || following.state !== "complete") return;
  announce(texts.waiting.arrived(amountOf(document), payeeOf(document)));
}

/** Takes one off: what has become of it is shown. @param {string} id */
export function settle(id) {
  const before = known.get(id);
  known.set(id, { state: "over" });
  if (before?.state === "waiting") changed(true);
}

/** Follows the account's transactions for as long as the page is seen. */
export function followWaiting() {
  if (following.state !== "off") return;
  following = { state: "beginning", stream: new AbortController() };
  follow(following.stream.signal);
}

/** Forgets them: nobody is signed in any more. */
export function stopWaiting() {
  following.stream?.abort();
  following = { state: "off" };
  known.clear();
  changed();
}

/** A page that nobody sees holds no stream; a browser has few connections for all its pages. */
export function pauseWhileUnseen() {
  document.addEventListener("visibilitychange", () => {
    if (following.state === "off") return;
    following.stream.abort();
    following = { ...following, stream: new AbortController() };
    if (document.visibilityState === "visible") follow(following.stream.signal);
  });
}

/** Asks the server what waits: after a break, and where a time is over. */
export async function checkWaiting() {
  if (following.state === "off") return;
  const { stream } = following;
  const isAsked = () => following.stream === stream;
  const before = waitingNow().map(({ transactionID }) => transactionID);
  try {
    const listed = await listWaiting();
    if (!isAsked()) return;
    listed.forEach(take);
    following = { state: "complete", stream };
    const ids = new Set(listed.map(({ transactionID }) => transactionID));
    for (const id of before.filter((one) => !ids.has(one))) await takeGone(id);
  } catch (error) {
    if (isAsked()) explain(error, () => {});
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

function changed(isOver = false) {
  for (const listener of listeners) listener(isOver);
}
