import { listCredentials } from "../calls/listCredentials.js";
import { isAnswerLost, Refusal } from "../calls/refusal.js";
import { registerCredential } from "../calls/registerCredential.js";
import { untilAnswered } from "../core/untilAnswered.js";
import { makePasskey } from "./makePasskey.js";

/** Seconds for which a registration is sent again whose answer was lost. */
const patience = 20;

/**
 * A passkey on its way into the account, and what the screens of it are about: leaving them gives it
 * up.
 *
 * Run again after its answer was lost, it sends the same registration: a second passkey would
 * take the first one's place in the authenticator, while the account would list both.
 *
 * @param {() => Promise<object>} readOptions gives creation options
 * @returns {{leaving: AbortController, run: (lost: () => void) => Promise<void>}} `run` makes it and
 *   registers it; `lost` is called each time that no answer came
 */
export function passkeyRegistration(readOptions) {
  const leaving = new AbortController();
  const { signal } = leaving;
  let made = null;
  let wasLost = false;

  const send = (lost) =>
    untilAnswered((isAgain) => registerCredential(made, isAgain), {
      signal,
      seconds: patience,
      lost: () => {
        wasLost = true;
        lost();
      },
    });

  async function run(lost) {
    made ??= await makePasskey(await readOptions(), signal);
    try {
      await send(lost);
    } catch (error) {
      if (isAnswerLost(error)) wasLost = true;
      if (isAnswerLost(error) || signal.aborted) throw error;
      // What refuses the repetition says nothing of the first, which may have been taken.
      if (wasLost && (await isListed(made.id))) return;
      made = null;
      wasLost = false;
      throw error;
    }
  }

  return { leaving, run };
}

/** Refusals of a challenge that is good for no other passkey. */
const ofChallenge = new Set(["challenge_expired", "already_used"]);

/** Whether new creation options are needed. @param {unknown} error why none was registered */
export const isOver = (error) => error instanceof Refusal && ofChallenge.has(error.reason);

const isListed = async (id) => (await listCredentials()).some((credential) => credential.id === id);
