import {
  canAct, canHandOver, heldUntil, isSame, needsRecovery, wayOf, wouldPasskeyWait,
} from "../../page.js";

/**
 * The progress of a payment. `leaving` ends a prompt and calls that are under way.
 *
 * - `open`: nothing was sent whose answer is not known.
 * - `sent`: it was sent, and its answer is not here.
 * - `left`: the person is at something else.
 *
 * @typedef {{state: "open"|"sent", leaving: AbortController, question: Question}
 *   | {state: "left"}} Progress
 */

/**
 * The question about leaving.
 *
 * @typedef {{state: "none"} | {state: "asked", answer: Promise<boolean>}} Question
 */

/**
 * A challenge: `fresh` may be signed, and came at `askedAt` by `performance.now()`. The signature
 * of one that is `spent` was sent; it says whose passkeys may sign and no more.
 *
 * @typedef {{state: "fresh", options: object, askedAt: number}
 *   | {state: "spent", options: object}} Challenge
 */

/**
 * The passkey's prospects: `failures` are prompts that gave nothing and proofs that were refused,
 * before `heldUntil` none is asked for; `isRenewed` says that an expired challenge was replaced.
 *
 * @typedef {{failures: number, heldUntil: number, isRenewed: boolean}} PasskeyWay
 */

/**
 * @typedef {object} Payment one payment from its review to its outcome. Its states are replaced by
 *   the functions of this module alone, each whole.
 * @property {object} payload what was asked for
 * @property {string} key its idempotency key: whatever is tried again, it is paid once at most
 * @property {import("../../documents/readDocument.js").Document} document what is shown, and
 *   executed
 * @property {import("../../documents/askDocument.js").Way[]} ways what may approve it
 * @property {object|null} factors the second factor of an account without a passkey, where known
 * @property {Challenge} challenge
 * @property {PasskeyWay} passkey
 * @property {Progress} progress
 * @property {import("../../core/screen.js").Matter} matter what its screens are about
 */

/** @typedef {{key: string, payload: object, document: Payment["document"]}} Earlier */

/**
 * A payment that has just been reviewed.
 *
 * @param {object} payload
 * @param {import("../../documents/askDocument.js").Linked} challenge
 * @param {Earlier} [earlier] a payment that was sent and of which the server knew nothing: the same
 *   one again keeps its key, so that it is paid once even if the first was only slow
 * @returns {Payment}
 */
export function payment(payload, challenge, earlier) {
  const isAgain = earlier && isSame(earlier.document, challenge.document);
  const made = {
    payload,
    key: isAgain ? earlier.key : crypto.randomUUID(),
    passkey: { failures: 0, heldUntil: 0, isRenewed: false },
    progress: open(),
  };
  replaceChallenge(made, challenge);
  made.matter = { signal: () => leavingSignal(made), leave: () => leave(made) };
  return made;
}

const open = () => ({
  state: "open", leaving: new AbortController(), question: { state: "none" },
});

/** Ends when the payment is left. @param {Payment} payment @returns {AbortSignal} */
export const leavingSignal = ({ progress }) =>
  progress.state === "left" ? AbortSignal.abort() : progress.leaving.signal;

/** Goes on with a payment after a screen of something else: the person has come back to it. */
export function takeUp(payment) {
  if (payment.progress.state === "left") payment.progress = open();
}

/** Leaves the payment: what is under way for it ends. @param {Payment} payment */
function leave(payment) {
  const { progress } = payment;
  payment.progress = { state: "left" };
  if (progress.state !== "left") progress.leaving.abort();
}

/**
 * Leaves the payment after a question, which is asked once at a time: who asks meanwhile is given
 * its answer.
 *
 * @param {Payment} payment
 * @param {(isSent: boolean) => Promise<boolean>} ask
 * @returns {Promise<boolean>} whether it was left
 */
export async function leaveAfter(payment, ask) {
  const { progress } = payment;
  if (progress.state === "left") return true;
  if (progress.question.state === "asked") return progress.question.answer;
  const answer = ask(progress.state === "sent");
  payment.progress = { ...progress, question: { state: "asked", answer } };
  const isLeft = await answer;
  // At once, before whatever waits for the answer goes on.
  if (isLeft) leave(payment);
  else if (payment.progress.state !== "left") {
    payment.progress = { ...payment.progress, question: { state: "none" } };
  }
  return isLeft;
}

/**
 * Notes that the payment is sent. A question whether to leave is answered first.
 *
 * @param {Payment} payment
 * @throws where it was left, or is under way
 */
export async function beginSending(payment) {
  if (payment.progress.question?.state === "asked") await payment.progress.question.answer;
  leavingSignal(payment).throwIfAborted();
  if (payment.progress.state === "sent") throw new Error("it is under way");
  payment.progress = { ...payment.progress, state: "sent" };
}

/** Notes that the answer is here, or will not come. @param {Payment} payment */
export function endSending(payment) {
  const { progress } = payment;
  if (progress.state === "sent") payment.progress = { ...progress, state: "open" };
}

/** Tells a payment that a passkey of the account may approve. @param {Payment} payment */
export const takesPasskey = ({ ways }) => canAct(ways, "assertion");

/** Tells a payment that the PIN may approve now. @param {Payment} payment */
export const takesPIN = ({ ways }) => canAct(ways, "pin");

/** Tells a payment that a phone of the account may approve. @param {Payment} payment */
export const takesPhone = ({ ways }) => canHandOver(ways);

/** Tells a payment that a PIN could approve, if there were one. @param {Payment} payment */
export const lacksPIN = ({ ways }) => wayOf(ways, "pin")?.reason === "pin_missing";

/** Tells a payment whose account has no passkey yet. @param {Payment} payment */
export const lacksPasskey = ({ ways }) => wayOf(ways, "assertion")?.reason === "credential_missing";

/** Tells a payment whose account has its passkeys on phones alone. @param {Payment} payment */
export const isPasskeyOnPhone = ({ ways }) =>
  wayOf(ways, "assertion")?.reason === "credential_on_device";

/** Tells a payment for which neither does. @param {Payment} payment */
export const needsPasskey = ({ ways }) => wayOf(ways, "pin")?.reason === "linking_required";

/** Tells a payment that nothing here or on a phone approves now. @param {Payment} payment */
export const takesNothing = (payment) =>
  !takesPasskey(payment) && !takesPIN(payment) && !takesPhone(payment);

/** Tells a payment that a passkey which is set up now could not approve yet. */
export const wouldWait = (payment, factors = payment.factors) => factors !== null
  && wouldPasskeyWait(factors) && (needsPasskey(payment) || factors.isOnHold === true);

/** Tells a payment of an account that a recovery alone gives a passkey or PIN. */
export const isLost = ({ factors }) => factors !== null && needsRecovery(factors);

/** Notes that the PIN was set on the way. @param {Payment} payment */
export const notePINSet = (payment) => replacePIN(payment, { proof: "pin", canAct: true });

/** Notes that the server finds a PIN too weak for it by now. @param {Payment} payment */
export const notePINTooWeak = (payment) => replacePIN(
  payment, { proof: "pin", canAct: false, reason: "linking_required", detail: "" });

/**
 * Notes that the PIN is blocked by now.
 *
 * @param {Payment} payment
 * @param {object} factors the second factor as it stands
 */
export function notePINBlocked(payment, factors) {
  replacePIN(payment, { proof: "pin", canAct: false, reason: "second_factor_blocked", detail: "" });
  payment.factors = { ...factors, isBlocked: true };
}

function replacePIN(payment, pin) {
  payment.ways = payment.ways.map((way) => (way.proof === "pin" ? pin : way));
}

/**
 * The part of an amount that the balance has to cover: cashback pays the rest.
 *
 * @param {{amount: number, useCashback?: boolean}} payload
 * @param {{cashback?: number}} wallet
 */
export const fromBalance = ({ amount, useCashback }, { cashback = 0 }) =>
  (useCashback ? amount - Math.min(cashback, amount) : amount);

/**
 * Counts a prompt that gave nothing, or a proof that was refused: after some of them the passkey
 * has to wait.
 *
 * @param {Payment} payment
 */
export function countFailure(payment) {
  const failures = payment.passkey.failures + 1;
  payment.passkey = { ...payment.passkey, failures, heldUntil: heldUntil(failures) };
}

/**
 * Notes that the server found the challenge expired.
 *
 * @param {Payment} payment
 * @returns {boolean} whether it may be replaced: once
 */
export function mayRenew(payment) {
  const { passkey } = payment;
  if (passkey.isRenewed) return false;
  payment.passkey = { ...passkey, isRenewed: true };
  return true;
}

/** Takes a challenge with the document that it is linked to. */
export function replaceChallenge(payment, { document, ways, options, askedAt, factors = null }) {
  payment.document = document;
  payment.ways = ways;
  payment.factors = factors;
  payment.challenge = { state: "fresh", options, askedAt };
}

/** Notes that the challenge was signed and its signature is sent. @param {Payment} payment */
export function spendChallenge(payment) {
  payment.challenge = { state: "spent", options: payment.challenge.options };
}
