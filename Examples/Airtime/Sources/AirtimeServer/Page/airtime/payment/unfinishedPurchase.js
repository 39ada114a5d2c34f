import { forgetHere, keepHere, keptHere, readableDocument } from "../../page.js";

/**
 * A purchase that this window has not finished: a reload, and a sign-in after the session has
 * ended, come back to it. It holds nothing that pays.
 *
 * @typedef {object} UnfinishedPurchase
 * @property {"form"|"approval"} step the screen that the person was at
 * @property {{transactionID: string}} [handover] what waits on the person's phone for its approval
 * @property {object} entered the payload, or what was typed in its place
 * @property {import("./payment.js").Earlier|null} earlier the payment that was shown before, with
 *   the key under which it is paid once at most
 */

const name = "purchase";

/**
 * Keeps what is in the form.
 *
 * @param {object} entered
 * @param {import("./payment.js").Earlier} [earlier] a payment that is tried again
 */
export const keepForm = (entered, earlier) =>
  keepHere(name, { step: "form", entered, earlier: earlier ? earlierOf(earlier) : null });

/** Keeps a payment that is to be approved. @param {import("./payment.js").Payment} payment */
export const keepApproval = (payment) =>
  keepHere(name, { step: "approval", entered: payment.payload, earlier: earlierOf(payment) });

/**
 * Keeps a payment that waits on the person's phone: an approval there pays also after a reload.
 *
 * @param {import("./payment.js").Payment} payment
 * @param {import("../../calls/handovers.js").Handover} handover
 */
export const keepHandover = (payment, { transactionID }) => keepHere(name, {
  step: "approval", entered: payment.payload, earlier: earlierOf(payment),
  handover: { transactionID },
});

const earlierOf = ({ key, payload, document }) => ({ key, payload, document });

/**
 * Forgets it: it was left, or paid.
 *
 * @param {string} [key] the key that paid: then another purchase is kept
 */
export function forgetPurchase(key) {
  if (key === undefined || keptHere(name)?.earlier?.key === key) forgetHere(name);
}

/** The purchase that was not finished; null for none. @returns {UnfinishedPurchase|null} */
export function unfinishedPurchase() {
  const kept = keptHere(name);
  if (kept === null || (kept.earlier !== null && !readableDocument(kept.earlier.document))) {
    return null;
  }
  return kept;
}
