import { readActionOptions } from "../calls/credentials.js";
import { NotWhatWasAsked, Refusal, words } from "../calls/refusal.js";
import { record } from "../timeline/record.js";
import { isLinkedTo } from "./linking.js";
import { readableDocument } from "./readDocument.js";

/** @typedef {import("./readDocument.js").Document} Document */

export { NotWhatWasAsked };

/** Milliseconds that are left for the person when the prompt opens, at least. */
const leastTime = 10_000;

/** Reasons of a factor that is new, and good for small amounts only for now. */
export const ofWait = new Set(["factor_waits", "recovered_limit"]);

/**
 * A challenge that is linked to a document, and the ways in which it may be approved.
 *
 * @typedef {object} Linked
 * @property {Document} document
 * @property {object} options what a passkey is asked with
 * @property {Way[]} ways
 * @property {number} askedAt by `performance.now()`
 */

/**
 * A kind of proof that an action takes, and whether this account's would do now.
 *
 * @typedef {{proof: string, canAct: true}
 *   | {proof: string, canAct: false, reason: string, detail: string, canHandOver?: true,
 *     canDecideElsewhere?: true}} Way
 *   `canHandOver` where a phone of the account could give it; `canDecideElsewhere` where it waits
 *   there already. A passkey that only the app on a phone has would not do here: its `reason` is
 *   `credential_on_device`
 */

/**
 * Asks for a challenge for an action, and takes no other than one that is linked to the document
 * beside it, which is what is to be shown.
 *
 * @param {string} scenario
 * @param {object} payload
 * @param {string} what names the comparison in the timeline
 * @param {(document: Document) => boolean} isExpected
 * @returns {Promise<Linked>}
 * @throws {NotWhatWasAsked}
 */
export async function askDocument(scenario, payload, what, isExpected) {
  const { ways, ...answer } = await readActionOptions(scenario, payload);
  return {
    ...(await requireDocument(answer, scenario, what, isExpected)), ways: ways.map(wayHere),
  };
}

/** A way as it is in a browser, which has no key of a phone's app: nor has that phone's browser. */
const wayHere = (way) => (way.hasDeviceKeysOnly === true
  ? { ...way, canAct: false, reason: "credential_on_device" } : way);

/**
 * Takes the document of an answer, and its challenge, where both are what they are to be.
 *
 * @param {object} answer
 * @param {string} scenario
 * @param {string} what
 * @param {(document: Document) => boolean} isExpected
 * @returns {Promise<Omit<Linked, "ways">>}
 * @throws {NotWhatWasAsked}
 */
export async function requireDocument(answer, scenario, what, isExpected) {
  // The transaction of clients that know no documents is not what is signed.
  const { document: json, transaction, ...options } = answer;
  const step = record("local", what, "same");
  const document = readableDocument(json);
  const isRight = document !== null && document.scenario === scenario && isExpected(document)
    && (await isLinkedTo(document, options.challenge));
  step.end({ isFailed: !isRight });
  if (!isRight) throw new NotWhatWasAsked();
  return { document, options, askedAt: performance.now() };
}

/** The way of a kind of proof; undefined where the action takes none. @param {Way[]} ways */
export const wayOf = (ways, proof) => ways.find((way) => way.proof === proof);

/** Tells a kind of proof that would do now. @param {Way[]} ways @param {string} proof */
export const canAct = (ways, proof) => wayOf(ways, proof)?.canAct === true;

/** Tells an action that a phone of the account could approve. @param {Way[]} ways */
export const canHandOver = (ways) => ways.some((way) => way.canHandOver === true);

/**
 * Tells an action that the PIN of a phone of the account approves, on that phone.
 *
 * @param {Way[]} ways
 */
export const isByPhonePIN = (ways) => isOnPhone(wayOf(ways, "pinProof"));

/**
 * Tells an action that the passkey which only a phone's app has approves, on that phone.
 *
 * @param {Way[]} ways
 */
export function isByPhoneKey(ways) {
  const passkey = wayOf(ways, "assertion");
  return passkey?.reason === "credential_on_device" && isOnPhone(passkey);
}

/** Tells a way that a phone of the account could give. @param {Way|undefined} way */
const isOnPhone = (way) => way?.canDecideElsewhere === true || way?.canHandOver === true;

/** True if a challenge may be signed still. @param {Omit<Linked, "ways">|null} challenge */
export const isFresh = (challenge) => challenge !== null
  && performance.now() - challenge.askedAt < challenge.options.timeout - leastTime;

/**
 * The end of the wait of passkeys that are new; null where none waits, or its end is not known.
 *
 * @param {Way[]} ways
 */
export function untilOfWait(ways) {
  const way = wayOf(ways, "assertion");
  return (ofWait.has(way?.reason) && way.until) || null;
}

/**
 * The words for passkeys that are new, and good for small amounts only for now.
 *
 * @param {Way[]} ways
 * @returns {string|null} null where that is not what keeps them from acting
 */
export function wordsOfWait(ways) {
  const way = wayOf(ways, "assertion");
  return ofWait.has(way?.reason) ? words(new Refusal(403, way, null)) : null;
}
