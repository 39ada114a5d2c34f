import { texts } from "../texts.js";
import { decode, encode } from "./base64url.js";
import { prompt } from "./prompt.js";

/**
 * Has the browser make a passkey.
 *
 * @param {object} options creation options as the server gave them
 * @param {AbortSignal} signal closes the prompt
 * @returns {Promise<object>} the registration as the server takes it
 */
export async function makePasskey(options, signal) {
  const credential = await prompt(texts.timeline.create, "made", () =>
    navigator.credentials.create({
      signal,
      publicKey: {
        ...options,
        challenge: decode(options.challenge),
        user: { ...options.user, id: decode(options.user.id) },
        excludeCredentials: (options.excludeCredentials ?? []).map(({ id, transports }) => ({
          id: decode(id), type: "public-key", transports,
        })),
      },
    }));
  return {
    id: credential.id,
    rawId: encode(credential.rawId),
    type: credential.type,
    response: {
      clientDataJSON: encode(credential.response.clientDataJSON),
      attestationObject: encode(credential.response.attestationObject),
      transports: credential.response.getTransports?.() ?? [],
    },
  };
}
