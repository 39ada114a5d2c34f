import { Refusal, words } from "../calls/refusal.js";
import { approveTransaction, denyTransaction } from "../calls/transactions.js";
import { button, choose, confirm } from "../core/controls.js";
import { timeLeft } from "../core/countdown.js";
import { element } from "../core/element.js";
import { go } from "../core/navigator.js";
import { explain } from "../core/notice.js";
import { once } from "../core/once.js";
import { mainPart, noteScreen, show } from "../core/screen.js";
import { matterOf, moneyOf } from "../documents/fields.js";
import { slip } from "../documents/slip.js";
import { wordsOfLimit } from "../documents/smallPayments.js";
import { decide, decideOnce } from "../reviews/decide.js";
import {
  closeWays, decidedMeanwhile, isDeciding, leave, overtake, withdrawPrompt,
} from "../reviews/states.js";
import { checkWaiting, onDecided } from "../reviews/waiting.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";

/** @typedef {import("../reviews/states.js").Review} Review */

/**
 * @typedef {object} Frame a screen of a review, while it is shown
 * @property {Review} review
 * @property {HTMLFieldSetElement[]} held every way of the screen but the one out of it
 * @property {Function} say
 */

/** The refusals of an approval that tell of the transaction itself. */
const endingsOfApproval = {
  already_approved: "alreadyApproved", already_denied: "deniedElsewhere",
  transaction_expired: "expired", not_found: "gone",
};
const endingsOfDenial = {
  already_approved: "approvedElsewhere", already_denied: "alreadyDenied",
  transaction_expired: "expired", not_found: "gone",
};

/**
 * Refusals after which the review is over: no other screen is to approve it either. A limit and a
 * missing channel are none: what waits can be approved in another way, or later.
 */
const finalRefusals = {
  second_factor_blocked: "blocked", proof_not_allowed: "refused",
};

/**
 * Shows a screen of a review: what is decided on above it, the denial beside the main button, or
 * below a screen that has none. It closes itself where the decision was made elsewhere or the time
 * is over.
 *
 * @param {Review} review
 * @param {object} screen
 * @param {string} screen.title
 * @param {{root: HTMLElement, say: Function}} screen.notice
 * @param {Node} [screen.main] the main button, and the denial with it, as `mainPart` has them; a
 *   screen that has one has no `back`
 * @param {Node[]} screen.content
 * @param {Node} [screen.back] the way back to another screen of the review; where there is none, it
 *   can be decided later
 * @param {boolean} [screen.isBrief] leaves out of a payment what the review itself has shown, for a
 *   field's sake
 * @param {() => void} [screen.gone]
 * @returns {Frame}
 */
export function showInReview(review, screen) {
  const { title, notice, main, content, back = null, isBrief = false, gone = () => {} } = screen;
  const { transaction, document } = review;
  const left = timeLeft(transaction.expiresAt, {
    over: checkWaiting, warning: texts.approve.nearlyOver,
  });
  const stopWatching = onDecided(review.id, (decided) => {
    if (overtake(review, decided)) go({ to: "over", transaction: decided });
  });
  const deny = button(texts.deny.action, {
    kind: "quiet refuse", icon: "deny", onclick: once(() => [deny], () => denyReview(frame)),
  });
  const later = button(texts.approve.later, { kind: "quiet", onclick: () => decideLater(review) });
  const decision = heldTogether(main, deny, back);
  const ways = heldTogether(...content);
  const frame = { review, held: [decision, ways], say: notice.say };
  show({
    title,
    place: "home",
    matter: review.matter,
    mayLeave: ({ isSigningOut }) => mayLeaveReview(frame, isSigningOut),
    gone: () => {
      stopWatching();
      left.stop();
      gone();
    },
    content: [
      slip(document, {
        only: isBrief && moneyOf(document) ? ["payee", "account", "card"] : undefined,
        more: [[texts.approve.left, left.root]],
      }),
      mainPart(notice, main && decision), ways,
      element("div", { class: "pair" }, main ? null : decision, back ? null : later),
    ],
  });
  return frame;
}

/** A group of elements; a screen reader says nothing of the group. */
const heldTogether = (...content) =>
  element("fieldset", { class: "held", role: "none" }, ...content);

/** Holds back what a frame holds while a decision is under way. */
async function whileHeld({ held }, task) {
  for (const part of held) part.disabled = true;
  try {
    return await task();
  } finally {
    for (const part of held) part.disabled = false;
  }
}

/**
 * Sends an approval until its answer is known, and shows the outcome.
 *
 * @param {Frame} frame
 * @param {object} proof
 * @returns {Promise<object|null>} that another code was texted; null where the review is over
 */
export async function sendApproval(frame, proof) {
  const { review, say } = frame;
  const send = "assertion" in proof ? decide : decideOnce;
  const { answer } = await whileHeld(frame, () => send(
    review, (isAgain) => approveTransaction(review.id, proof, review.keys.approve, isAgain),
    () => say(texts.approve.lost, "plain")));
  if (answer.reason === "otp_required") return answer;
  // A repeated answer is to this page's own key or proof; what others approved is refused.
  go({ to: "decided", transaction: answer, ending: "approved" });
  return null;
}

/**
 * Ends the review where a refusal does.
 *
 * @param {Frame} frame
 * @param {unknown} error
 * @param {boolean} [hasOtherWay] whether another way is left, which mends a block of this one
 * @returns {Promise<boolean>} whether the review is over
 */
export async function endedBy(frame, error, hasOtherWay = false) {
  const { transaction } = frame.review;
  const meanwhile = decidedMeanwhile(frame.review);
  if (meanwhile) {
    go({ to: "over", transaction: meanwhile });
    return true;
  }
  if (!(error instanceof Refusal)) return false;
  const ending = endingsOfApproval[error.reason];
  if (ending) {
    go({ to: "decided", transaction, ending });
    return true;
  }
  const isMended = hasOtherWay && error.reason === "second_factor_blocked";
  if (!finalRefusals[error.reason] || isMended) return false;
  await refuse(frame, finalRefusals[error.reason]);
  return true;
}

/**
 * Ends the review for good: it is denied, so that nobody goes on trying elsewhere.
 *
 * @param {Frame} frame
 * @param {"triesUsedUp"|"blocked"|"refused"} ending
 */
export async function refuse(frame, ending) {
  frame.say(texts.approve.ending, "plain");
  await sendDenial(frame, ending);
}

/**
 * Leaves a review to its other ways, after a refusal of one; a limit is one of PIN and codes alike.
 *
 * @param {Frame} frame
 * @param {"pin"|"codes"} way
 * @param {Refusal} refusal
 */
export function leaveToOthers({ review }, way, refusal) {
  const isLimit = refusal.reason === "linking_required";
  closeWays(review, ...(isLimit ? ["pin", "codes"] : [way]));
  go({ to: "approve", review, why: isLimit ? wordsOfLimit(review.document) : words(refusal) });
}

/**
 * Denies after a question.
 *
 * @param {Frame} frame
 * @returns {Promise<boolean>} whether it was decided thereby
 */
async function denyReview(frame) {
  const { review } = frame;
  const question = texts.deny.question(matterOf(review.document));
  return !isDeciding(review) && (await confirm(question)) && denyNow(frame);
}

/** Denies, where nothing was decided while the question stood. */
async function denyNow(frame) {
  const { review } = frame;
  if (isDeciding(review)) return false;
  withdrawPrompt(review);
  begin("deny");
  return sendDenial(frame, "denied");
}

async function sendDenial(frame, ending) {
  const { review, say } = frame;
  const { id, keys, transaction } = review;
  const isOfTries = ending !== "denied";
  const isHere = noteScreen();
  try {
    const { answer, wasBefore } = await whileHeld(frame, () => decide(
      review, (isAgain) => denyTransaction(id, keys.deny, { isOfTries }, isAgain),
      () => say(texts.approve.lost, "plain")));
    const isOlder = wasBefore && ending === "denied";
    go({ to: "decided", transaction: answer, ending: isOlder ? "alreadyDenied" : ending });
    return true;
  } catch (error) {
    if (!isHere()) return false;
    const known = error instanceof Refusal ? endingsOfDenial[error.reason] : undefined;
    const meanwhile = decidedMeanwhile(review);
    if (known) go({ to: "decided", transaction, ending: known });
    else if (meanwhile) go({ to: "over", transaction: meanwhile });
    else explain(error, say);
    return false;
  }
}

/**
 * Whoever leaves is asked whether to decide later or to deny it. A denial shows what came of it;
 * whoever signs out has not asked to see that. Offline there is nobody to ask or to tell.
 */
async function mayLeaveReview(frame, isSigningOut) {
  const { review } = frame;
  if (!(await mayLeaveUnknown(review))) return false;
  if (navigator.onLine && !isDeciding(review)) {
    const answer = await choose(texts.deny.leaving(matterOf(review.document)));
    if (answer === "go") return (await denyNow(frame)) && isSigningOut;
    if (answer === "stay") return false;
  }
  // At once: a sign-out waits for the server before another screen comes.
  leave(review);
  return true;
}

/** Leaves it as it is: nothing is denied. */
async function decideLater(review) {
  if (await mayLeaveUnknown(review)) go({ to: "home" });
}

/** Asks before a decision is left whose answer is not known. */
const mayLeaveUnknown = async (review) =>
  !isDeciding(review) || confirm(texts.approve.leaveUnknown);
