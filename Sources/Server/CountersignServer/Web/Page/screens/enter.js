import { readSecondFactor } from "../calls/readSecondFactor.js";
import { openAddressed, setSignedIn } from "../core/places.js";
import { hasPasskeys } from "../passkeys/prompt.js";
import { remembered } from "../payment/memory.js";
import { followWaiting, stopWaiting } from "../reviews/waiting.js";
import { noteSignedIn, noteSignedOut } from "../session/account.js";
import { forgetSignOut } from "../session/signOut.js";
import { showChecking } from "./checking.js";
import { showOfferPasskey } from "./offerPasskey.js";

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
 * Goes on after a session was opened: it has taken the place of any that was to end.
 *
 * @param {string} account whose session it is
 * @param {{offersPasskey?: boolean}} [settings]
 */
export function enterAnew(account, settings) {
  forgetSignOut();
  return enter(account, settings);
}

/**
 * Goes on after a session was opened or found open. A payment whose outcome is not known comes
 * before anything else.
 *
 * @param {string} account whose session it is
 * @param {{offersPasskey?: boolean}} [settings]
 */
export async function enter(account, { offersPasskey = false } = {}) {
  noteSignedIn(account);
  setSignedIn(true);
  followWaiting();
  const unknown = remembered();
  if (unknown) return showChecking(unknown);
  if (offersPasskey && hasPasskeys()) {
    // Where the server does not say, home does without the offer.
    const factors = await readSecondFactor().catch(() => null);
    if (factors && !factors.hasBiometrics && !factors.hasPIN) return showOfferPasskey();
  }
  return openAddressed();
}
