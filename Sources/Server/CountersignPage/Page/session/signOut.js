import { isAnswerLost } from "../calls/refusal.js";
import { endSession } from "../calls/session.js";
import { entryName } from "../core/root.js";
import { pause } from "../core/untilAnswered.js";

/** Kept while a session is to end that the server may not know of. */
const name = entryName("ending");
/** Seconds before a server that could not be told is told again. */
const pauseSeconds = 15;
/** Seconds that a new session waits for the end of the one before. */
const patienceSeconds = 3;
let next = null;
/** Gives up the call that is under way. */
let ending = new AbortController();
/** @type {Promise<boolean>} */
let underWay = Promise.resolve(true);

/**
 * Ends the session that the cookie opens. Where the server cannot be told it is told later: when it
 * can be reached, and before anything else when the page is opened.
 *
 * @returns {Promise<boolean>} whether the session is over
 */
export function signOut() {
  underWay = tell();
  return underWay;
}

async function tell() {
  clearTimeout(next);
  localStorage.setItem(name, "yes");
  const { signal } = ending;
  try {
    await endSession(signal);
  } catch (error) {
    if (isAnswerLost(error)) {
      if (!signal.aborted) tellLater();
      return false;
    }
    // Any refusal says that there is no session to end.
  }
  localStorage.removeItem(name);
  return true;
}

/**
 * Ends a session that could not be ended before, where there is one.
 *
 * @returns {Promise<boolean>} whether none is left that is to end
 */
export const finishSignOut = async () => localStorage.getItem(name) === null || signOut();

/**
 * Opens a session where another may still be to end. That call is waited for, and at last given up:
 * its answer takes the cookie away, which would be the new session's then.
 *
 * @template Session
 * @param {() => Promise<Session>} open
 * @returns {Promise<Session>}
 */
export async function openInstead(open) {
  await Promise.race([underWay, pause(patienceSeconds, ending.signal)]);
  giveUp();
  try {
    return await open();
  } finally {
    // Whoever enters then has it forgotten.
    if (localStorage.getItem(name) !== null) tellLater();
  }
}

/** A new session has taken the place of the one that was to end. */
export function forgetSignOut() {
  giveUp();
  localStorage.removeItem(name);
}

function tellLater() {
  clearTimeout(next);
  next = setTimeout(finishSignOut, pauseSeconds * 1000);
}

function giveUp() {
  clearTimeout(next);
  ending.abort();
  ending = new AbortController();
}
