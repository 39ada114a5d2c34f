import { Refusal } from "../calls/refusal.js";
import { usePasskey } from "../passkeys/usePasskey.js";
import { askReviewChallenge } from "./openReview.js";

/** Milliseconds that are left for the person when the prompt opens, at least. */
const leastTime = 10_000;

/**
 * Has the person sign a review with a passkey, and sends it.
 *
 * A challenge that ran out while the screen was read, or that the server finds expired, is replaced
 * without a question; the latter once. A new one is held against what is shown, as the first was.
 *
 * @template Outcome
 * @param {import("./openReview.js").Review} review
 * @param {(proof: {assertion: object}) => Promise<Outcome>} send
 * @param {(state: "prompted"|"checking"|"renewed") => void} tell
 * @returns {Promise<Outcome>}
 */
export async function signReview(review, send, tell) {
  const { signal } = review.leaving;
  const { options, askedAt } = review.challenge;
  if (performance.now() - askedAt > options.timeout - leastTime) await renew(review);
  for (;;) {
    // Who has denied it or left meanwhile is asked for nothing any more.
    signal.throwIfAborted();
    tell("prompted");
    const assertion = await usePasskey(review.challenge.options, signal);
    tell("checking");
    try {
      return await send({ assertion });
    } catch (error) {
      const isExpired = error instanceof Refusal
        && ["challenge_expired", "challenge_unknown"].includes(error.reason);
      if (!isExpired || review.isRenewed) throw error;
      review.isRenewed = true;
      await renew(review);
      tell("renewed");
    }
  }
}

async function renew(review) {
  review.challenge = await askReviewChallenge(review.transaction);
}
