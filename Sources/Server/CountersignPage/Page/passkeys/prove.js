import { readChangeOptions } from "../calls/credentials.js";
import { Refusal } from "../calls/refusal.js";
import { openSession, readSessionOptions } from "../calls/session.js";
import { untilLeft } from "../core/screen.js";
import { requireDocument } from "../documents/askDocument.js";
import { isOfChange } from "../documents/factorChange.js";
import { openInstead } from "../session/signOut.js";
import { texts } from "../texts.js";
import { usePasskey } from "./prompt.js";

/** Refusals of a challenge, whatever signed it. */
const ofChallenge = new Set(["challenge_expired", "challenge_unknown"]);

/** True if it was the challenge that the server did not take. @param {unknown} error */
export const isOfChallenge = (error) => error instanceof Refusal && ofChallenge.has(error.reason);

/**
 * Signs in with a passkey: the person names no account, the passkey does. A challenge that ran out
 * while the prompt stood open is replaced once.
 *
 * @param {() => void} renewed called when the prompt comes a second time
 * @returns {Promise<{accountID: string}>}
 */
export async function signInWithPasskey(renewed) {
  const left = untilLeft();
  try {
    return await signInOnce(left);
  } catch (error) {
    if (!isOfChallenge(error)) throw error;
    renewed();
    return signInOnce(left);
  }
}

async function signInOnce(left) {
  const { options } = await requireDocument(
    await readSessionOptions(), "SIGN_IN", texts.timeline.compare, hasNoFields);
  const assertion = await usePasskey(options, left);
  return openInstead(() => openSession({ assertion }));
}

/** The screen of a sign-in shows no fields: a challenge for any is not signed. */
export const hasNoFields = ({ fields }) => fields.length === 0;

/**
 * Has the person prove a passkey for one change of the account's factors, which the screen says.
 *
 * @param {import("../documents/factorChange.js").FactorChange} change
 * @returns {Promise<{assertion: object}>}
 * @throws {import("../calls/refusal.js").NotWhatWasAsked}
 */
export async function provePasskey(change) {
  const left = untilLeft();
  const { options } = await requireDocument(
    await readChangeOptions(change), "MANAGE_FACTORS", texts.timeline.compare,
    (document) => isOfChange(document, change));
  return { assertion: await usePasskey(options, left) };
}
