import { isAnswerLost } from "../calls/refusal.js";
import { topUp } from "../calls/topUp.js";
import { forget, remember } from "./memory.js";

/** The payment was sent and its answer is not known. */
export class OutcomeUnknown extends Error {}

/**
 * Sends the payment with a proof.
 *
 * Its key is remembered before it is sent and forgotten once the server has answered, so that after
 * a broken connection or a closed window the page asks what became of it instead of paying again.
 * Whoever has left before it is sent has not paid; a question whether to leave is answered first.
 *
 * @param {import("./payment.js").Payment} payment
 * @param {{verificationToken: string}|{pin: string}} proof
 * @returns {Promise<object>} the outcome
 * @throws {OutcomeUnknown} or, where it was left, the signal's reason
 */
export async function pay(payment, proof) {
  await payment.question;
  payment.leaving.signal.throwIfAborted();
  payment.isSent = true;
  payment.sentAt = Date.now();
  remember(payment);
  try {
    const answer = await topUp(payment.payload, proof, payment.key);
    forget(payment.key);
    return answer.data;
  } catch (error) {
    if (isAnswerLost(error)) throw new OutcomeUnknown();
    forget(payment.key);
    throw error;
  } finally {
    payment.isSent = false;
  }
}
