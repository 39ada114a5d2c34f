import {
  isAnswerLost, isWordForWord, Refusal, untilAnswered, usePasskey, verifyAssertion,
} from "../../page.js";
import { topUp } from "../calls/topUps.js";
import { askChallenge } from "./askChallenge.js";
import { forget, remember } from "./outcomes.js";
import {
  beginSending, endSending, leavingSignal, mayRenew, replaceChallenge, spendChallenge,
} from "./payment.js";

/** The document changed with a new challenge: it has to be looked at again. */
export class Changed extends Error {}

/** The payment was sent and its answer is not known. */
export class OutcomeUnknown extends Error {
  /** @param {import("./outcomes.js").Sent} sent */
  constructor(sent) {
    super("outcome unknown");
    this.sent = sent;
  }
}

/** Milliseconds that are left for the person when the prompt opens, at least. */
const leastTime = 10_000;
/** Seconds for which a signature is sent again after a lost answer. */
const patience = 20;

/**
 * Has the person approve the payment with a passkey.
 *
 * A challenge that was signed before, that ran out while the screen was read, or that the server
 * finds expired is replaced without a question; the latter once. Where the answer was lost the same
 * signature is sent again, for which the server gives a token anew: nobody is prompted twice for
 * it.
 *
 * @param {import("./payment.js").Payment} payment
 * @param {(state: "prompted"|"checking"|"lost"|"renewed") => void} tell
 * @returns {Promise<{verificationToken: string}>} the proof
 */
export async function proveWithPasskey(payment, tell) {
  const signal = leavingSignal(payment);
  if (!hasTime(payment.challenge)) await renew(payment);
  for (;;) {
    signal.throwIfAborted();
    tell("prompted");
    const assertion = await usePasskey(payment.challenge.options, signal);
    tell("checking");
    spendChallenge(payment);
    try {
      const { answer } = await untilAnswered(
        () => verifyAssertion(assertion), { signal, lost: () => tell("lost"), seconds: patience });
      return { verificationToken: answer.verificationToken };
    } catch (error) {
      const isExpired = error instanceof Refusal && error.reason === "challenge_expired";
      if (!isExpired || !mayRenew(payment)) throw error;
      await renew(payment);
      tell("renewed");
    }
  }
}

const hasTime = ({ state, options, askedAt }) =>
  state === "fresh" && performance.now() - askedAt <= options.timeout - leastTime;

async function renew(payment) {
  const shown = payment.document;
  replaceChallenge(payment, await askChallenge(payment.payload));
  if (!isWordForWord(shown, payment.document)) throw new Changed();
}

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
  await beginSending(payment);
  const { key, payload, document } = payment;
  const sent = { key, payload, document, sentAt: Date.now() };
  remember(sent);
  try {
    const answer = await topUp(payment.payload, proof, payment.key);
    forget(payment.key);
    return answer.data;
  } catch (error) {
    if (isAnswerLost(error)) throw new OutcomeUnknown(sent);
    forget(payment.key);
    throw error;
  } finally {
    endSending(payment);
  }
}
