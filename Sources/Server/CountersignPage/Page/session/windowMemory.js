import { entryName } from "../core/root.js";
import { account, lastAccount } from "./account.js";

const entry = entryName("window");

/**
 * What this window keeps of work that an account has not finished. It outlives a reload and a
 * session that ends, is read for its own account alone, and is gone after a sign-out here. It holds
 * no secret.
 *
 * @typedef {object} Kept
 * @property {string|null} account null for the next account that signs in
 * @property {Record<string, any>} values
 */

/** Keeps a value, as JSON. @param {string} name @param {any} value */
export function keepHere(name, value) {
  const kept = read();
  const values = kept?.account === whose() ? kept.values : {};
  write({ account: whose(), values: { ...values, [name]: value } });
}

/** The value of this name; null for none. @param {string} name @returns {any} */
export const keptHere = (name) => mine()[name] ?? null;

/** True if anything is kept. */
export const keepsAnything = () => Object.keys(mine()).length > 0;

/** Forgets a value. @param {string} name */
export function forgetHere(name) {
  const kept = read();
  if (kept === null) return;
  const { [name]: _, ...values } = kept.values;
  if (Object.keys(values).length === 0) forgetAllHere();
  else write({ ...kept, values });
}

/** Forgets everything: the person has signed out. */
export const forgetAllHere = () => sessionStorage.removeItem(entry);

/** The values of the account; none where another's are kept. */
function mine() {
  const kept = read();
  const isMine = kept !== null && (kept.account === null || kept.account === whose());
  return isMine ? kept.values : {};
}

const whose = () => account() ?? lastAccount();

const write = (kept) => sessionStorage.setItem(entry, JSON.stringify(kept));

/** @returns {Kept|null} */
function read() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(entry));
    return typeof kept?.values === "object" && kept.values !== null ? kept : null;
  } catch {
    return null;
  }
}
