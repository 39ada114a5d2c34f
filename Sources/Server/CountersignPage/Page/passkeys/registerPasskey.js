import { listCredentials, nameCredential, registerCredential } from "../calls/credentials.js";
import { isAnswerLost, Refusal } from "../calls/refusal.js";
import { untilAnswered } from "../core/untilAnswered.js";
import { makePasskey } from "./prompt.js";

/** Seconds for which a registration is sent again after a lost answer. */
const patience = 20;

/**
 * A passkey on its way into the account, and what the screens of it are about: leaving them gives
 * it up.
 *
 * Run again after its answer was lost, it sends the same registration: a second passkey would
 * take the first one's place in the authenticator, while the account would list both.
 *
 * @param {() => Promise<object>} readOptions gives creation options
 * @returns {{matter: import("../core/screen.js").Matter,
 *   run: (lost: () => void, name?: string) => Promise<boolean>}} `run` makes it, registers it and
 *   names it as the person calls it, and tells if the name was kept; `lost` is called each time that
 *   no answer came
 */
export function passkeyRegistration(readOptions) {
  const leaving = new AbortController();
  const { signal } = leaving;
  /** @type {{state: "none"} | {state: "made"|"lost", passkey: object}} */
  let progress = { state: "none" };

  const noteLost = () => (progress = { ...progress, state: "lost" });

  const send = (passkey, lost) =>
    untilAnswered((isAgain) => registerCredential(passkey, isAgain), {
      signal,
      seconds: patience,
      lost: () => {
        noteLost();
        lost();
      },
    });

  async function run(lost, name = "") {
    const id = await register(lost);
    return name === "" || nameCredential(id, name).then(() => true, () => false);
  }

  async function register(lost) {
    if (progress.state === "none") {
      progress = { state: "made", passkey: await makePasskey(await readOptions(), signal) };
    }
    const { passkey } = progress;
    try {
      await send(passkey, lost);
      return passkey.id;
    } catch (error) {
      if (isAnswerLost(error)) noteLost();
      if (isAnswerLost(error) || signal.aborted) throw error;
      // What refuses the repetition says nothing of the first, which may have been taken.
      if (progress.state === "lost" && (await isListed(passkey.id))) return passkey.id;
      progress = { state: "none" };
      throw error;
    }
  }

  return { matter: { signal: () => signal, leave: () => leaving.abort() }, run };
}

/** Refusals of a challenge that is good for no other passkey. */
const ofChallenge = new Set(["challenge_expired", "already_used"]);

/** True if new creation options are needed. @param {unknown} error why none was registered */
export const isOver = (error) => error instanceof Refusal && ofChallenge.has(error.reason);

const isListed = async (id) => (await listCredentials()).some((credential) => credential.id === id);
