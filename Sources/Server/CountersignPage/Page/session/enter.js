import { isAddedByCode, readSecondFactor } from "../calls/secondFactor.js";
import { unfinished } from "../core/modules.js";
import { go, goToAddress, setSignedIn } from "../core/navigator.js";
import { noteScreen } from "../core/screen.js";
import { hasPasskeys } from "../passkeys/prompt.js";
import { followWaiting, stopWaiting } from "../reviews/waiting.js";
import { noteSignedIn, noteSignedOut } from "./account.js";
import { forgetSignOut, signOut } from "./signOut.js";

/**
 * Forgets whoever was signed in.
 *
 * @param {string|null} [account] whose session is over; that of this window unless told
 */
export function exit(account) {
  noteSignedOut(account);
  setSignedIn(false);
  stopWaiting();
}

/**
 * Opens a session and goes on with it: it takes the place of any that was to end. Whoever has left
 * the screen meanwhile is not signed in by the answer that comes then.
 *
 * @param {() => Promise<{accountID: string}>} open
 * @param {{offersPasskey?: boolean}} [settings]
 */
export async function enterAnew(open, { offersPasskey = false } = {}) {
  const isHere = noteScreen();
  const { accountID } = await open();
  if (!isHere()) return void signOut();
  forgetSignOut();
  // Before anybody counts as signed in: nothing is waited for between that and the next screen.
  // Where the server does not say, home does without the offer.
  const factors = offersPasskey && hasPasskeys()
    ? await readSecondFactor().catch(() => null) : null;
  if (!isHere()) return void signOut();
  return enter(accountID, factors);
}

/**
 * Goes on after a session was opened or found open. What a module has left unfinished comes before
 * anything else.
 *
 * @param {string} account whose session it is
 * @param {object|null} [factors] the second factor as it stands, where a passkey may be offered
 */
export async function enter(account, factors = null) {
  noteSignedIn(account);
  setSignedIn(true);
  followWaiting();
  const first = unfinished();
  if (first) return go(first.destination);
  if (factors && isAddedByCode(factors)) return go({ to: "offerPasskey" });
  return goToAddress();
}
