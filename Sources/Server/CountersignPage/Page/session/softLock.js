import { entryName } from "../core/root.js";
import { account, lastAccount } from "./account.js";

/** Kept while the page is locked: whose account it is. All windows of the page share it. */
const lockedName = entryName("locked");
/** The moment of the last touch in any window of the page, by `Date.now()`. */
const touchedName = entryName("touched");
/** Whose account has no passkey, by which alone the page is unlocked. */
const withoutName = entryName("withoutPasskey");
/** Milliseconds between two looks, and between two touches that are noted. */
const pause = 500;
/** What counts as a touch: what a person does, and nothing that the page does by itself. */
const touches = ["pointerdown", "keydown", "wheel", "touchstart", "input"];

/** Milliseconds without a touch after which the page locks: the deployment's own number. */
const patience = 1000 * (Number.parseInt(
  document.querySelector("meta[name=countersign-lock-seconds]")?.content ?? "", 10) || 180);

/** True while the page shows nothing of the account: in each window, after a reload too. */
export const isLocked = () =>
  lastAccount() !== null && localStorage.getItem(lockedName) === lastAccount();

/**
 * Notes what the server says of the account's passkeys: without one the page does not lock, since
 * nothing could unlock it. Its session ends all the same.
 *
 * @param {{hasPasskey: boolean}} factors
 */
export function noteFactors({ hasPasskey }) {
  if (hasPasskey) localStorage.removeItem(withoutName);
  else if (account() !== null) localStorage.setItem(withoutName, account());
}

/** True if it is known that no passkey could unlock the page. */
export const lacksPasskey = () =>
  lastAccount() !== null && localStorage.getItem(withoutName) === lastAccount();

/** Notes that somebody is there. */
export function noteTouch() {
  localStorage.setItem(touchedName, String(Date.now()));
}

/** Opens the lock: the person has shown that they are there, or has signed in anew. */
export function unlock() {
  noteTouch();
  localStorage.removeItem(lockedName);
}

/**
 * Tells a page that nobody has touched for too long. Where a clock was set back nobody knows when
 * that was, which counts as too long.
 */
function isLeft() {
  const since = Date.now() - Number.parseInt(localStorage.getItem(touchedName) ?? "", 10);
  return !(since > -pause && since < patience);
}

/** Locks the page before anything of the account is shown, where it was left alone. */
export function lockIfLeft() {
  if (lastAccount() !== null && isLeft() && !lacksPasskey()) {
    localStorage.setItem(lockedName, lastAccount());
  }
  return isLocked();
}

/**
 * Locks the page where nobody touches any window of it, and follows the other windows.
 *
 * @param {{hide: () => void, reveal: () => void}} what `hide` takes everything of the account away;
 *   `reveal` is called where another window was unlocked
 */
export function watchTouches({ hide, reveal }) {
  let isHidden = isLocked();

  function look() {
    if (account() === null) return void (isHidden = false);
    // Another window has signed out, or somebody else in: the page is about to be loaded again.
    if (account() !== lastAccount()) return;
    if (!isLocked()) lockIfLeft();
    if (isLocked() === isHidden) return;
    isHidden = isLocked();
    if (isHidden) hide();
    else reveal();
  }

  let noted = 0;
  const touched = () => {
    // A touch that comes before the look that it is late for opens nothing.
    look();
    if (account() === null || isHidden || Math.abs(Date.now() - noted) < pause) return;
    noted = Date.now();
    noteTouch();
  };
  for (const name of touches) {
    document.addEventListener(name, touched, { capture: true, passive: true });
  }
  setInterval(look, pause);
  // A device that slept, and a window that comes back, have missed the looks.
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", look);
  window.addEventListener("storage", ({ key }) => key === lockedName && look());
}
