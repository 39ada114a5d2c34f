import { Refusal } from "../calls/refusal.js";
import { verifyAssertion } from "../calls/verifyAssertion.js";
import { usePasskey } from "../passkeys/usePasskey.js";
import { askChallenge, isSame } from "./askChallenge.js";

/** The transaction changed with a new challenge: it has to be looked at again. */
export class Changed extends Error {}

/** Milliseconds that are left for the person when the prompt opens, at least. */
const leastTime = 10_000;

/**
 * Has the person approve the payment with a passkey.
 *
 * A challenge that ran out while the screen was read, or that the server finds expired, is replaced
 * without a question; the latter once.
 *
 * @param {import("./payment.js").Payment} payment
 * @param {(state: "prompted"|"checking"|"renewed") => void} tell
 * @returns {Promise<{verificationToken: string}>} the proof
 */
export async function proveWithPasskey(payment, tell) {
  if (performance.now() - payment.askedAt > payment.options.timeout - leastTime) {
    await renew(payment);
  }
  for (;;) {
    tell("prompted");
    const assertion = await usePasskey(payment.options);
    tell("checking");
    try {
      const { verificationToken } = await verifyAssertion(assertion);
      return { verificationToken };
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
