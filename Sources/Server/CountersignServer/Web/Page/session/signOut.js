import { endSession } from "../calls/endSession.js";
import { isAnswerLost } from "../calls/refusal.js";

/** Kept while a session is to end that the server may not know of. */
const name = "countersign.ending";
/** Seconds before a server that could not be told is told again. */
const pauseSeconds = 15;
let next = null;

/**
 * Ends the session that the cookie opens. Where the server cannot be told it is told later: when it
 * can be reached, and before anything else when the page is opened.
 *
 * @returns {Promise<boolean>} whether the session is over
 */
export async function signOut() {
  clearTimeout(next);
  localStorage.setItem(name, "yes");
  try {
    await endSession();
  } catch (error) {
    if (isAnswerLost(error)) {
      next = setTimeout(finishSignOut, pauseSeconds * 1000);
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

/** A new session has taken the place of the one that was to end. */
export function forgetSignOut() {
  clearTimeout(next);
  localStorage.removeItem(name);
}
