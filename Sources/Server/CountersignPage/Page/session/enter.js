import {
  forgetFirstFactor, hasFactor, isAddedByCode, readSecondFactor,
} from "../calls/secondFactor.js";
import { unfinished } from "../core/modules.js";
import {
  addressToComeBackTo, comeBackToWork, forgetAddress, forgetWork, go, goToAddress, setSignedIn,
  takeAddress,
} from "../core/navigator.js";
import { noteScreen } from "../core/screen.js";
import { hasPasskeys } from "../passkeys/prompt.js";
import { followWaiting, stopWaiting } from "../reviews/waiting.js";
import {
  account as accountHere, isUnconfirmed, noteRelayed, noteSignedIn, noteSignedOut,
} from "./account.js";
import { forget } from "../timeline/record.js";
import { claims } from "./claims.js";
import { forgetSignOut, signOut } from "./signOut.js";
import { noteTouch, unlock } from "./softLock.js";
import { forgetHere, keepHere, keepsAnything, keptHere } from "./windowMemory.js";

/** The name under which the address is kept to which the next sign-in comes back. */
const addressName = "address";

/** Keeps the address of what the person has not finished here, for the next sign-in. */
export function keepAddress() {
  const address = addressToComeBackTo(keepsAnything());
  if (address !== null) keepHere(addressName, address);
}

function comeBackToAddress() {
  const address = keptHere(addressName);
  forgetHere(addressName);
  if (address !== null) takeAddress(address);
}

/**
 * Forgets whoever was signed in.
 *
 * @param {string|null} [account] whose session is over; that of this window unless told
 * @param {string|null} [why] what the other windows say of it; null where the person has signed out
 */
export function exit(account, why = null) {
  noteSignedOut(account, why);
  forgetFirstFactor();
  unlock();
  setSignedIn(false);
  forgetAddress();
  forgetWork();
  stopWaiting();
  forget();
}

/**
 * Opens a session and goes on with it: it takes the place of any that was to end. Whoever has left
 * the screen meanwhile is not signed in by the answer that comes then.
 *
 * @param {() => Promise<{accountID: string}>} open
 * @param {{isByCode?: boolean, isRelayed?: boolean}} [settings] `isByCode` says that a mailed code
 *   opens it, which proves no factor; `isRelayed` that whoever confirmed it may be somebody else
 */
export async function enterAnew(open, { isByCode = false, isRelayed = false } = {}) {
  const isHere = noteScreen();
  const { accountID } = await open();
  if (!isHere()) return void signOut();
  forgetSignOut();
  unlock();
  // Before anybody counts as signed in: nothing is waited for between that and the next screen.
  // Where the server does not say, home asks for the step, and does without the offer.
  const factors = isByCode ? await readSecondFactor().catch(() => null) : null;
  if (!isHere()) return void signOut();
  // Whoever has been signed in here as the same person is asked nothing.
  if (isRelayed && accountID !== accountHere()) noteRelayed(accountID);
  return enter(accountID, { factors });
}

/**
 * Goes on after a session was opened, found open, or raised. Nothing of an account is shown before
 * the person has said that it is theirs, and nothing of one with factors before one was proved;
 * what a module has left unfinished comes next.
 *
 * @param {string} account whose session it is
 * @param {{factors?: object|null, level?: "weak"|"strong"|null}} [settings] `factors` is the second
 *   factor as it stands, where a mailed code opened the session; `level` what the session has to be
 *   worth first
 */
export async function enter(account, { factors = null, level = null } = {}) {
  noteSignedIn(account);
  noteTouch();
  comeBackToAddress();
  if (isUnconfirmed(account)) return go({ to: "isThatYou" });
  setSignedIn(true);
  const isProved = factors === null
    || (!factors.needsFactor && !hasFactor(factors) && !factors.isOnHold);
  if (level !== null || !isProved) return go({ to: "oneMoreStep", level: level ?? "weak" });
  followWaiting();
  if (claims().some(({ isUsed }) => isUsed)) return go({ to: "whosePhone" });
  const first = unfinished();
  if (first) return go(first.destination);
  // An approval offers the passkey that it needs by itself.
  const isOnTheWay = addressToComeBackTo(keepsAnything()) !== null;
  if (factors && isAddedByCode(factors) && hasPasskeys() && !isOnTheWay) {
    return go({ to: "offerPasskey" });
  }
  if (!comeBackToWork()) return goToAddress();
}
