import { requestApprovalCode } from "../calls/codes.js";
import { Refusal } from "../calls/refusal.js";
import { usePasskey } from "../passkeys/prompt.js";
import { askAgain } from "./openReview.js";
import { leavingSignal, mayRenew, noteMailed, replaceChallenge } from "./states.js";

/** Milliseconds that are left for the person when the prompt opens, at least. */
const leastTime = 10_000;
/** Seconds for which a mailed code is asked for on the screen again, instead of another. */
const goodSeconds = 540;

/**
 * Has the person sign a review with a passkey, and sends it.
 *
 * A challenge that ran out while the screen was read, or that the server finds expired, is replaced
 * without a question; the latter once. A new one is held against what is shown, as the first was.
 *
 * @template Outcome
 * @param {import("./states.js").Review} review
 * @param {(proof: {assertion: object}) => Promise<Outcome>} send
 * @param {(state: "prompted"|"checking"|"renewed") => void} tell
 * @returns {Promise<Outcome>}
 */
export async function signReview(review, send, tell) {
  const signal = leavingSignal(review);
  const { options, askedAt } = review.passkey.challenge;
  if (performance.now() - askedAt > options.timeout - leastTime) await renew(review);
  for (;;) {
    // Who has denied it or left meanwhile is asked for nothing any more.
    signal.throwIfAborted();
    tell("prompted");
    const assertion = await usePasskey(review.passkey.challenge.options, signal);
    tell("checking");
    try {
      return await send({ assertion });
    } catch (error) {
      const isExpired = error instanceof Refusal
        && ["challenge_expired", "challenge_unknown"].includes(error.reason);
      if (!isExpired || !mayRenew(review)) throw error;
      await renew(review);
      tell("renewed");
    }
  }
}

async function renew(review) {
  const { options, askedAt } = await askAgain(review);
  replaceChallenge(review, { options, askedAt });
}

/**
 * The code that was mailed for a review: one is mailed when its screen opens first, and none when
 * it is opened again.
 *
 * @param {import("./states.js").Review} review
 * @param {{isAnew?: boolean}} [settings] whether the person asks for another
 * @returns {Promise<object>} the answer to the request for it
 */
export async function mailCode(review, { isAnew = false } = {}) {
  const { codes } = review;
  if (codes.state === "mailed" && !isAnew) {
    const seconds = (performance.now() - codes.at) / 1000;
    const resendAfter = Math.max(0, Math.ceil(codes.request.resendAfter - seconds));
    if (seconds < goodSeconds) return { ...codes.request, resendAfter };
  }
  const request = await requestApprovalCode(review.id);
  noteMailed(review, request);
  return request;
}
