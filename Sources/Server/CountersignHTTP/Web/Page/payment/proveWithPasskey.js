import { Refusal } from "../calls/refusal.js";
import { verifyAssertion } from "../calls/verifyAssertion.js";
import { untilAnswered } from "../core/untilAnswered.js";
import { usePasskey } from "../passkeys/usePasskey.js";
import { askChallenge, isSame } from "./askChallenge.js";

/** The transaction changed with a new challenge: it has to be looked at again. */
export class Changed extends Error {}

/** Milliseconds that are left for the person when the prompt opens, at least. */
const leastTime = 10_000;
/** Seconds for which a signature is sent again whose answer was lost. */
const patience = 20;

/**
 * Has the person approve the payment with a passkey.
 *
 * A challenge that was signed before, that ran out while the screen was read, or that the server
 * finds expired is replaced without a question; the latter once. Where the answer was lost the same
 * signature is sent again, for which the server gives a token anew: nobody is prompted twice for it.
 *
 * @param {import("./payment.js").Payment} payment
 * @param {(state: "prompted"|"checking"|"lost"|"renewed") => void} tell
 * @returns {Promise<{verificationToken: string}>} the proof
 */
export async function proveWithPasskey(payment, tell) {
  const { signal } = payment.leaving;
  const isOld = performance.now() - payment.askedAt > payment.options.timeout - leastTime;
  if (isOld || payment.isSpent) await renew(payment);
  for (;;) {
    signal.throwIfAborted();
    tell("prompted");
    const assertion = await usePasskey(payment.options, signal);
    tell("checking");
    payment.isSpent = true;
    try {
      const { answer } = await untilAnswered(
        () => verifyAssertion(assertion), { signal, lost: () => tell("lost"), seconds: patience });
      return { verificationToken: answer.verificationToken };
    } catch (error) {
      const isExpired = error instanceof Refusal && error.reason === "challenge_expired";
      if (!isExpired || payment.isRenewed) throw error;
      payment.isRenewed = true;
      await renew(payment);
      tell("renewed");
    }
  }
}

async function renew(payment) {
  const shown = payment.transaction;
  Object.assign(payment, await askChallenge(payment.payload));
  if (!isSame(shown, payment.transaction)) throw new Changed();
}
