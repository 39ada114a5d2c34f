import { listCredentials } from "../calls/credentials.js";
import { readSessionOptions } from "../calls/session.js";
import { decode, encode } from "../core/base64URL.js";
import { untilLeft } from "../core/screen.js";
import { usePasskey } from "./prompt.js";

/** The flags of an authenticator's answer: the person was there, and was verified. */
const verified = 0b101;

/**
 * The passkeys by which the account's person can unlock the page.
 *
 * @returns {Promise<{id: string, transports: string[]}[]>}
 */
export const unlockingPasskeys = () => listCredentials({ background: true });

/**
 * Has the person show to this browser that they are there: a ceremony that stays here. It opens the
 * page and no more; whatever is done then takes its own proof, which the server checks.
 *
 * @param {{id: string, transports: string[]}[]} passkeys those of the account
 * @returns {Promise<boolean>} whether it was one of them, over this very challenge, by a person
 *   whom the device has verified
 * @throws {import("./prompt.js").PromptFailed}
 */
export async function provePresence(passkeys) {
  const left = untilLeft();
  const { rpId, timeout } = await readSessionOptions();
  const challenge = encode(crypto.getRandomValues(new Uint8Array(32)));
  const { id, response } = await usePasskey({
    challenge, rpId, timeout, userVerification: "required", allowCredentials: passkeys,
  }, left);
  const client = JSON.parse(new TextDecoder().decode(decode(response.clientDataJSON)));
  // The flags follow the 32 bytes of the relying party's hash (WebAuthn, section 6.1).
  const flags = new Uint8Array(decode(response.authenticatorData))[32];
  return client.type === "webauthn.get" && client.challenge === challenge
    && client.origin === location.origin && (flags & verified) === verified
    && passkeys.some((passkey) => passkey.id === id);
}
