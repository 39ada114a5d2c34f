import { entryName } from "../core/root.js";
import { account, lastAccount } from "./account.js";

const entry = entryName("claims");

/**
 * A link that was made here to add a phone, until its maker has said whose the phone is that it
 * brought. All windows keep it, and a sign-out does not end it: the question comes again until it
 * is answered. The secret gives that answer alone.
 *
 * @typedef {object} Claim
 * @property {string} id
 * @property {string} watchSecret
 * @property {number} goodUntil by `Date.now()`: until then a phone may still use the link
 * @property {boolean} isUsed whether it is known that a phone has used it
 */

/**
 * Keeps a link of the account.
 *
 * @param {Pick<import("../calls/links.js").Link, "id"|"watchSecret"|"expiresIn">} link
 * @param {{isUsed?: boolean}} [known]
 */
export function keepClaim({ id, watchSecret, expiresIn }, { isUsed = false } = {}) {
  const goodUntil = Date.now() + expiresIn * 1000;
  write([{ id, watchSecret, goodUntil, isUsed }, ...claims().filter((kept) => kept.id !== id)]);
}

/** The account's links, those that were used first, the newest of them first. @returns {Claim[]} */
export const claims = () => (all()[whose()] ?? []).toSorted(
  (one, other) => other.isUsed - one.isUsed || other.goodUntil - one.goodUntil);

/** True until a link can be used no more. @param {Claim} claim */
export const isGood = ({ goodUntil }) => Date.now() < goodUntil;

/** Forgets a link: its question is answered, or nobody asks it. @param {string} id */
export const forgetClaim = (id) => write(claims().filter((kept) => kept.id !== id));

const whose = () => account() ?? lastAccount();

/** @returns {Record<string, Claim[]>} by account */
function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(entry));
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

function write(mine) {
  const { [whose()]: _, ...others } = all();
  const kept = mine.length > 0 ? { ...others, [whose()]: mine } : others;
  if (Object.keys(kept).length === 0) localStorage.removeItem(entry);
  else localStorage.setItem(entry, JSON.stringify(kept));
}
