import { heldUntil } from "../passkeys/holdBack.js";

/**
 * How far a review has come. `leaving` ends a prompt and questions that are under way; what comes
 * after it is shown to nobody.
 *
 * - `waiting`: nothing was sent whose answer is not known.
 * - `deciding`: a decision was sent.
 * - `overtaken`: a decision was sent, and another was made elsewhere meanwhile.
 * - `missed`: what was sent did not decide; what was decided elsewhere stands.
 * - `left`: the person is at something else.
 *
 * @typedef {{state: "waiting"|"deciding", leaving: AbortController}
 *   | {state: "overtaken"|"missed", leaving: AbortController, transaction: object}
 *   | {state: "left"}} Progress
 */

/**
 * The passkey's prospects for a review: `failures` are prompts that gave nothing, before
 * `heldUntil` none is opened, `refusals` are assertions that the server refused, and `isRenewed`
 * says that an expired challenge was replaced.
 *
 * @typedef {{state: "usable", challenge: {options: object, askedAt: number}, isRenewed: boolean,
 *   failures: number, heldUntil: number, refusals: number} | {state: "unusable"}} PasskeyWay
 */

/**
 * The prospects of codes: `mailed` has the newest request for a mailed one, `at` by
 * `performance.now()`.
 *
 * @typedef {{state: "closed"|"offered"}
 *   | {state: "mailed", request: object, at: number}} CodesWay
 */

/**
 * @typedef {object} Review one transaction from its screen to its outcome. Its states are replaced
 *   by the functions of this module alone, each whole.
 * @property {string} id
 * @property {object} transaction as it stood when the review was opened
 * @property {import("../documents/readDocument.js").Document} document exactly what is decided on
 * @property {{approve: string, deny: string}} keys idempotency keys: whatever is sent again, it is
 *   decided once
 * @property {import("../documents/askDocument.js").Way[]} ways what the server says of each
 * @property {object} factors the second factor as it stood
 * @property {PasskeyWay} passkey
 * @property {CodesWay} codes
 * @property {{state: "closed"|"offered"}} pin
 * @property {Progress} progress
 * @property {import("../core/screen.js").Matter} matter what its screens are about
 */

/**
 * @typedef {{named: Review["ways"], passkey: boolean, codes: boolean, pin: boolean}} Ways what may
 *   approve it here, and what the server `named`
 */

/** The number of refused assertions that end a review. */
const mostRefusals = 3;
/** Wrong codes after which a review is over. */
const mostWrongCodes = 5;

/**
 * A review that was opened just now.
 *
 * @param {object} opened
 * @param {string} opened.id
 * @param {object} opened.transaction
 * @param {Review["document"]} opened.document
 * @param {{approve: string, deny: string}} opened.keys
 * @param {object} opened.factors
 * @param {Ways} opened.ways
 * @param {{options: object, askedAt: number}} opened.challenge
 * @returns {Review}
 */
export function review({ id, transaction, document, keys, factors, ways, challenge }) {
  const made = {
    id, transaction, document, keys, factors, ways: ways.named,
    passkey: ways.passkey
      ? {
        state: "usable", challenge, isRenewed: false, failures: 0, heldUntil: 0, refusals: 0,
      }
      : { state: "unusable" },
    codes: { state: ways.codes ? "offered" : "closed" },
    pin: { state: ways.pin ? "offered" : "closed" },
    progress: waiting(),
  };
  made.matter = { signal: () => leavingSignal(made), leave: () => leave(made) };
  return made;
}

const waiting = () => ({ state: "waiting", leaving: new AbortController() });

/** True if a decision was sent whose answer is not known. @param {Review} review */
export const isDeciding = ({ progress }) =>
  progress.state === "deciding" || progress.state === "overtaken";

/** The decision from elsewhere meanwhile; null for none. @param {Review} review */
export const decidedMeanwhile = ({ progress }) => progress.transaction ?? null;

/** Ends when the review is left, or its prompt withdrawn. @param {Review} review */
export const leavingSignal = ({ progress }) =>
  progress.state === "left" ? AbortSignal.abort() : progress.leaving.signal;

/**
 * Notes that a decision is sent. Of two under way at once nobody could say which one holds.
 *
 * @param {Review} review
 * @returns {AbortSignal} ends when the review is left
 * @throws where it was left, or another decision is under way
 */
export function beginDecision(review) {
  const signal = leavingSignal(review);
  signal.throwIfAborted();
  if (isDeciding(review)) throw new Error("another decision is under way");
  const { progress } = review;
  review.progress = { ...progress, state: progress.state === "missed" ? "overtaken" : "deciding" };
  return signal;
}

/** Notes that the answer to a decision is known, or will not be. @param {Review} review */
export function endDecision(review) {
  const { progress } = review;
  if (!isDeciding(review)) return;
  review.progress = { ...progress, state: progress.state === "overtaken" ? "missed" : "waiting" };
}

/**
 * Notes that the transaction waits no more. What was sent from here is answered first: it may be
 * what decided.
 *
 * @param {Review} review
 * @param {object} transaction as it stands
 * @returns {boolean} whether that ends the review at once
 */
export function overtake(review, transaction) {
  if (!isDeciding(review)) return review.progress.state !== "left";
  const { leaving } = review.progress;
  review.progress = { state: "overtaken", leaving, transaction };
  return false;
}

/** Closes a prompt that has nothing to approve any more. @param {Review} review */
export function withdrawPrompt(review) {
  const { progress } = review;
  if (progress.state === "left") return;
  progress.leaving.abort();
  review.progress = { ...progress, leaving: new AbortController() };
}

/** Leaves the review: what is under way for it ends. @param {Review} review */
export function leave(review) {
  const { progress } = review;
  review.progress = { state: "left" };
  if (progress.state !== "left") progress.leaving.abort();
}

/** True if the passkey may be asked. @param {Review} review */
export const canUsePasskey = ({ passkey }) => passkey.state === "usable";

/** True if codes are offered. @param {Review} review */
export const canUseCodes = ({ codes }) => codes.state !== "closed";

/** True if the PIN is offered. @param {Review} review */
export const canUsePIN = ({ pin }) => pin.state === "offered";

/** Takes a new challenge in place of the one before. */
export function replaceChallenge(review, challenge) {
  review.passkey = { ...usablePasskey(review), challenge };
}

/**
 * Notes that the server found the challenge expired.
 *
 * @param {Review} review
 * @returns {boolean} whether it may be replaced: once
 */
export function mayRenew(review) {
  const passkey = usablePasskey(review);
  review.passkey = { ...passkey, isRenewed: true };
  return !passkey.isRenewed;
}

/**
 * Notes that a prompt gave nothing: after some of them it has to wait.
 *
 * @param {Review} review
 * @param {"cancelled"|"unavailable"|"exists"} kind
 */
export function countPromptFailure(review, kind) {
  const passkey = usablePasskey(review);
  const failures = passkey.failures + 1;
  review.passkey = kind === "unavailable" ? { state: "unusable" }
    : { ...passkey, failures, heldUntil: heldUntil(failures) };
}

/**
 * Notes that the server takes no passkey for some time.
 *
 * @param {Review} review
 * @param {number} seconds
 */
export function holdPasskey(review, seconds) {
  review.passkey = { ...usablePasskey(review), heldUntil: performance.now() + seconds * 1000 };
}

/** Counts an assertion that was refused. @param {Review} review @returns {number} tries left */
export function countRefusal(review) {
  const passkey = usablePasskey(review);
  const refusals = passkey.refusals + 1;
  review.passkey = { ...passkey, refusals };
  return mostRefusals - refusals;
}

function usablePasskey({ passkey }) {
  if (passkey.state !== "usable") throw new Error("no passkey approves this");
  return passkey;
}

/** Notes that a code was mailed. @param {Review} review @param {object} request its answer */
export function noteMailed(review, request) {
  requireCodes(review);
  review.codes = { state: "mailed", request, at: performance.now() };
}

/** Forgets the mailed code: it holds no more. @param {Review} review */
export function forgetMailed(review) {
  requireCodes(review);
  review.codes = { state: "offered" };
}

/** Wrong codes, by transaction: one that is opened again keeps their number. */
const wrongCodes = new Map();

/** Counts a wrong code. @param {Review} review */
export function countWrongCode({ id }) {
  wrongCodes.set(id, (wrongCodes.get(id) ?? 0) + 1);
}

/** The number of codes that may still be tried. @param {Review} review */
export const codeTriesLeft = ({ id }) => mostWrongCodes - (wrongCodes.get(id) ?? 0);

function requireCodes({ codes }) {
  if (codes.state === "closed") throw new Error("no codes approve this");
}

/** Closes ways that do not do. @param {Review} review @param {...("codes"|"pin")} ways */
export function closeWays(review, ...ways) {
  for (const way of ways) review[way] = { state: "closed" };
}

/** Asks for no passkey any more: the server takes none for it now. @param {Review} review */
export function closePasskey(review) {
  review.passkey = { state: "unusable" };
}

/** True if any way is left here. @param {Review} review */
export const hasWay = (review) =>
  canUsePasskey(review) || canUseCodes(review) || canUsePIN(review);

/** Takes the second factor as it stands now. @param {Review} review @param {object} factors */
export function refreshFactors(review, factors) {
  review.factors = factors;
}
