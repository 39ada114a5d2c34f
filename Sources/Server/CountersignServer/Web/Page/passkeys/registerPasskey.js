import { listCredentials } from "../calls/listCredentials.js";
import { isAnswerLost, Refusal } from "../calls/refusal.js";
import { registerCredential } from "../calls/registerCredential.js";
import { untilAnswered } from "../core/untilAnswered.js";
import { makePasskey } from "./makePasskey.js";

/** Seconds for which a registration is sent again whose answer was lost. */
const patience = 20;

/**
 * A passkey on its way into the account, as a function that makes it and registers it.
 *
 * Called again after its answer was lost, it sends the same registration: a second passkey would
 * take the first one's place in the authenticator, while the account would list both.
 *
 * @param {() => Promise<object>} readOptions gives creation options
 * @returns {(how: {signal: AbortSignal, lost: () => void}) => Promise<void>} `lost` is called each
 *   time that no answer came
 */
export function passkeyRegistration(readOptions) {
  let made = null;
  let wasLost = false;

  const send = ({ signal, lost }) =>
    untilAnswered((isAgain) => registerCredential(made, isAgain), {
      signal,
      seconds: patience,
      lost: () => {
        wasLost = true;
        lost();
      },
    });

  return async (how) => {
    made ??= await makePasskey(await readOptions());
    try {
      await send(how);
    } catch (error) {
      if (isAnswerLost(error)) wasLost = true;
      if (isAnswerLost(error) || how.signal.aborted) throw error;
      // What refuses the repetition says nothing of the first, which may have been taken.
      if (wasLost && (await isListed(made.id))) return;
      made = null;
      wasLost = false;
      throw error;
    }
  };
}

/** Refusals of a challenge that is good for no other passkey. */
const ofChallenge = new Set(["challenge_expired", "already_used"]);

/** Whether new creation options are needed. @param {unknown} error why none was registered */
export const isOver = (error) => error instanceof Refusal && ofChallenge.has(error.reason);

const isListed = async (id) => (await listCredentials()).some((credential) => credential.id === id);
