import { readSecondFactor } from "../calls/readSecondFactor.js";
import { openAddressed, setSignedIn } from "../core/places.js";
import { hasPasskeys } from "../passkeys/prompt.js";
import { remembered } from "../payment/memory.js";
import { followWaiting, stopWaiting } from "../reviews/waiting.js";
import { showChecking } from "./checking.js";
import { showOfferPasskey } from "./offerPasskey.js";

const name = "countersign.signedIn";

/** Whether a session was open when the page was last used; the cookie itself cannot be read. */
export const wasSignedIn = () => localStorage.getItem(name) !== null;

/** Notes that nobody is signed in. */
export function noteSignedOut() {
  localStorage.removeItem(name);
  setSignedIn(false);
  stopWaiting();
}

/**
 * Goes on after a session was opened or found open. A payment whose outcome is not known comes
 * before anything else.
 *
 * @param {{offersPasskey?: boolean}} [settings]
 */
export async function enter({ offersPasskey = false } = {}) {
  localStorage.setItem(name, "yes");
  setSignedIn(true);
  followWaiting();
  const unknown = remembered();
  if (unknown) return showChecking(unknown);
  if (offersPasskey && hasPasskeys()) {
    const factors = await readSecondFactor();
    if (!factors.hasBiometrics && !factors.hasPIN) return showOfferPasskey();
  }
  return openAddressed();
}
