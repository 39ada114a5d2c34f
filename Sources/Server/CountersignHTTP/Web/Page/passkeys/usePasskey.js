import { texts } from "../texts.js";
import { decode, encode } from "./base64url.js";
import { prompt } from "./prompt.js";

/**
 * Asks for a passkey's signature over a challenge.
 *
 * What is signed at the very moment when the prompt is closed counts as not signed.
 *
 * @param {object} options as the server gave them
 * @param {AbortSignal} signal closes the prompt
 * @returns {Promise<object>} the assertion as the server takes it
 */
export async function usePasskey(options, signal) {
  const credential = await prompt(texts.timeline.prompt, "signed", async () => {
    const signed = await navigator.credentials.get({
      signal,
      publicKey: {
        challenge: decode(options.challenge),
        rpId: options.rpId,
        userVerification: options.userVerification,
        timeout: options.timeout,
        allowCredentials: options.allowCredentials.map(({ id, transports }) => ({
          id: decode(id), type: "public-key", transports,
        })),
      },
    });
    signal.throwIfAborted();
    return signed;
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
  return {
    id: credential.id,
    rawId: encode(credential.rawId),
    type: credential.type,
    response: {
      clientDataJSON: encode(clientDataJSON),
      authenticatorData: encode(authenticatorData),
      signature: encode(signature),
      ...(userHandle ? { userHandle: encode(userHandle) } : {}),
    },
  };
}
