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
 *
 * @param {import("./payment.js").Payment} payment
 * @param {{verificationToken: string}|{pin: string}} proof
 * @returns {Promise<object>} the outcome
 * @throws {OutcomeUnknown}
 */
export async function pay(payment, proof) {
  remember(payment);
  try {
    const answer = await topUp(payment.payload, proof, payment.key);
    forget();
    return answer.data;
  } catch (error) {
    if (isAnswerLost(error)) throw new OutcomeUnknown();
    forget();
    throw error;
  }
}
