import { approveTransaction } from "../calls/approveTransaction.js";
import { denyTransaction } from "../calls/denyTransaction.js";
import { Refusal } from "../calls/refusal.js";
import { button } from "../core/button.js";
import { confirm } from "../core/confirm.js";
import { element } from "../core/element.js";
import { explain } from "../core/explain.js";
import { moment } from "../core/moments.js";
import { money } from "../core/money.js";
import { once } from "../core/once.js";
import { open } from "../core/places.js";
import { noteScreen, show } from "../core/screen.js";
import { timeLeft } from "../core/timeLeft.js";
import { decide, decideOnce } from "../reviews/decide.js";
import { checkWaiting, onDecided } from "../reviews/waiting.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { showDecided, showOver } from "./decided.js";
import { rowList } from "./summary.js";

/** @typedef {import("../reviews/openReview.js").Review} Review */

/** What a refusal of an approval says of the transaction itself. */
const endingsOfApproval = {
  already_approved: "alreadyApproved", already_denied: "deniedElsewhere",
  transaction_expired: "expired", not_found: "gone",
};
const endingsOfDenial = {
  already_approved: "approvedElsewhere", already_denied: "alreadyDenied",
  transaction_expired: "expired", not_found: "gone",
};

/** Refusals after which the review is over: no other screen is to approve it either. */
const finalRefusals = {
  second_factor_blocked: "blocked", recovered_limit: "refused", proof_not_allowed: "refused",
};

/**
 * Shows a screen of a review: what is decided on above it, the denial below it. It closes itself
 * where the decision was made elsewhere or the time is over.
 *
 * @param {Review} review
 * @param {object} screen
 * @param {string} screen.title
 * @param {{root: HTMLElement, say: Function}} screen.notice
 * @param {Node[]} screen.content
 * @param {Node} [screen.back] the way back to another screen of the review; where there is none, it
 *   can be decided later
 * @param {boolean} [screen.isBrief] leaves out what the review itself has shown, for a field's sake
 * @param {() => void} [screen.gone]
 */
export function showInReview(review, screen) {
  const { title, notice, content, back = null, isBrief = false, gone = () => {} } = screen;
  const { transaction } = review;
  const left = timeLeft(transaction.expiresAt, {
    over: checkWaiting, warning: texts.approve.nearlyOver,
  });
  const stopWatching = onDecided(review.id, (decided) => {
    // What was sent from here is answered first: it may be what decided.
    if (review.isDeciding) review.missed = decided;
    else showOver(decided);
  });
  const deny = button(texts.deny.action, {
    kind: "quiet refuse", icon: "deny", onclick: once(() => [deny], () => denyReview(review)),
  });
  const later = button(texts.approve.later, { kind: "quiet", onclick: () => decideLater(review) });
  const held = [heldTogether(...content), heldTogether(deny, back)];
  Object.assign(review, { held, say: notice.say });
  show({
    title,
    place: "home",
    matter: review,
    mayLeave: ({ isSigningOut }) => mayLeaveReview(review, isSigningOut),
    gone: () => {
      stopWatching();
      left.stop();
      gone();
    },
    content: [
      slip(transaction, left.root, isBrief), notice.root, held[0],
      element("div", { class: "pair" }, held[1], back ? null : later),
    ],
  });
}

/** What is held back as one; that it is one is nothing for a screen reader to say. */
const heldTogether = (...content) =>
  element("fieldset", { class: "held", role: "none" }, ...content);

/** Holds back every way of the screen but the one out of it while a decision is under way. */
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
 * @param {Review} review
 * @param {object} proof
 * @returns {Promise<object|null>} that another code was texted; null where the review is over
 */
export async function sendApproval(review, proof) {
  const send = "assertion" in proof ? decide : decideOnce;
  const { answer } = await whileHeld(review, () => send(
    review, (isAgain) => approveTransaction(review.id, proof, review.keys.approve, isAgain),
    () => review.say(texts.approve.lost, "plain")));
  if (answer.reason === "otp_required") return answer;
  // A repeated answer is to this page's own key or proof; what others approved is refused.
  showDecided(answer, "approved");
  return null;
}

/**
 * Ends the review where a refusal does.
 *
 * @param {Review} review
 * @param {unknown} error
 * @returns {Promise<boolean>} whether the review is over
 */
export async function endedBy(review, error) {
  if (review.missed) {
    showOver(review.missed);
    return true;
  }
  if (!(error instanceof Refusal)) return false;
  if (endingsOfApproval[error.reason]) {
    showDecided(review.transaction, endingsOfApproval[error.reason]);
    return true;
  }
  if (!finalRefusals[error.reason]) return false;
  await refuse(review, finalRefusals[error.reason]);
  return true;
}

/**
 * Ends the review for good: it is denied, so that nobody goes on trying elsewhere.
 *
 * @param {Review} review
 * @param {"triesUsedUp"|"blocked"|"refused"} ending
 */
export async function refuse(review, ending) {
  review.say(texts.approve.ending, "plain");
  await sendDenial(review, ending);
}

/**
 * Denies after a question.
 *
 * @param {Review} review
 * @param {object} [question]
 * @returns {Promise<boolean>} whether it was decided thereby
 */
async function denyReview(review, question = texts.deny.question) {
  if (review.isDeciding || !(await confirm(question)) || review.isDeciding) return false;
  // A prompt that is still open has nothing to approve any more.
  review.leaving.abort();
  review.leaving = new AbortController();
  begin("deny");
  return sendDenial(review, "denied");
}

async function sendDenial(review, ending) {
  const { id, keys, transaction } = review;
  const isHere = noteScreen();
  try {
    const { answer, wasBefore } = await whileHeld(review, () => decide(
      review, (isAgain) => denyTransaction(id, keys.deny, isAgain),
      () => review.say(texts.approve.lost, "plain")));
    showDecided(answer, wasBefore && ending === "denied" ? "alreadyDenied" : ending);
    return true;
  } catch (error) {
    if (!isHere()) return false;
    const known = error instanceof Refusal ? endingsOfDenial[error.reason] : undefined;
    if (known) showDecided(transaction, known);
    else if (review.missed) showOver(review.missed);
    else explain(error, review.say);
    return false;
  }
}

/**
 * Leaving denies, after a question, and shows what came of it; whoever signs out has not asked to
 * see that. Offline there is nobody to ask or to tell.
 */
async function mayLeaveReview(review, isSigningOut) {
  if (!(await mayLeaveUnknown(review))) return false;
  if (navigator.onLine && !review.isDeciding) {
    return (await denyReview(review, texts.deny.leaving)) && isSigningOut;
  }
  // At once: a sign-out waits for the server before another screen comes.
  review.leaving.abort();
  return true;
}

/** Leaves it as it is: nothing is denied. */
async function decideLater(review) {
  if (await mayLeaveUnknown(review)) open("home");
}

/** Asks before a decision is left whose answer is not known. */
const mayLeaveUnknown = async (review) =>
  !review.isDeciding || confirm(texts.approve.leaveUnknown);

const known = ["amount", "currency", "payee", "lastFourPAN", "createdAt", "expiresAt", "transactionID"];

/** What is decided on; whole unless brief, and a field that this page does not know is shown too. */
function slip(transaction, left, isBrief) {
  const { amount, currency, payee, lastFourPAN, createdAt, transactionID } = transaction;
  const unknown = Object.keys(transaction).filter((name) => !known.includes(name));
  return element(
    "section", { class: "slip" },
    element("p", { class: "slip-label" }, texts.review.you),
    element("p", { class: "slip-amount" }, money(amount, currency)),
    rowList([
      [texts.approve.payee, payee],
      ...(lastFourPAN ? [[texts.approve.cardLabel, texts.approve.card(lastFourPAN)]] : []),
      ...(isBrief ? [] : unknown.map((name) => [name, String(transaction[name])])),
      ...(isBrief ? [] : [[texts.approve.asked, moment(createdAt)]]),
      [texts.approve.left, left],
      ...(isBrief ? [] : [[texts.outcome.reference, transactionID]]),
    ]),
  );
}
