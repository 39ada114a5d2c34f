import { entryName } from "../core/root.js";

const name = entryName("account");
/** Kept from the end of a session to the next sign-in: what the other windows say of it. */
const ending = entryName("ended");
/** Kept while the person has not said that the account of a relayed sign-in is theirs. */
const unconfirmed = entryName("unconfirmed");

/** Whose account this window shows; null while nobody is signed in here. @type {string|null} */
let mine = null;

/**
 * Whose session was open when the page was last used; the cookie itself cannot be read.
 *
 * @returns {string|null}
 */
export const lastAccount = () => localStorage.getItem(name);

/** Whose account this window shows. @returns {string|null} */
export const account = () => mine;

/** Notes who is signed in. @param {string} id */
export function noteSignedIn(id) {
  mine = id;
  localStorage.removeItem(ending);
  localStorage.setItem(name, id);
}

/** Why the session ended that another window has left; null where its person signed out there. */
export const whyEnded = () => (lastAccount() === null ? localStorage.getItem(ending) : null);

/**
 * Notes that a code which somebody else may have shown opened the session: the person is asked
 * whose account it is before anything of it is shown.
 *
 * @param {string} id
 */
export const noteRelayed = (id) => localStorage.setItem(unconfirmed, id);

/** True if the person has still to say that an account is theirs. @param {string} id */
export const isUnconfirmed = (id) => localStorage.getItem(unconfirmed) === id;

/** Notes that the person has said so. */
export const noteConfirmed = () => localStorage.removeItem(unconfirmed);

/**
 * Notes that nobody is signed in here.
 *
 * @param {string|null} [id] whose session is over
 * @param {string|null} [why] what the other windows say of it; null where the person has signed out
 */
export function noteSignedOut(id = mine, why = null) {
  // Somebody else may have signed in through another window meanwhile.
  if (id !== null && lastAccount() === id) {
    // Before they see that nobody is signed in.
    if (why === null) localStorage.removeItem(ending);
    else localStorage.setItem(ending, why);
    localStorage.removeItem(name);
  }
  if (isUnconfirmed(id)) noteConfirmed();
  mine = null;
}

/**
 * Calls when the account that this window shows is not that of the cookie any more: another window
 * has signed out, or somebody else in.
 *
 * @param {() => void} changed
 */
export function onOtherAccount(changed) {
  const look = () => {
    if (mine !== null && lastAccount() !== mine) changed();
  };
  window.addEventListener("storage", look);
  // A window that comes back from the browser's memory was told nothing.
  window.addEventListener("pageshow", look);
}
