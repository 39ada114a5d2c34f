import { decode, encode } from "../core/base64URL.js";
import { texts } from "../texts.js";
import { record } from "../timeline/record.js";

/**
 * The prompt gave nothing. A browser tells cancelling and failing apart to nobody: both are
 * `cancelled`.
 */
export class PromptFailed extends Error {
  /** @param {"cancelled"|"unavailable"|"exists"} kind */
  constructor(kind) {
    super(kind);
    this.kind = kind;
  }
}

/**
 * The words for a prompt that gave nothing while something was to be confirmed.
 *
 * @param {PromptFailed} error
 * @param {boolean} hasOther whether the screen offers another way
 * @returns {[string, string]} what happened, and what to do next
 */
export function promptWords({ kind }, hasOther) {
  const { tryAgain, tryAgainOrOther, elsewhere } = texts.confirming;
  if (kind !== "unavailable") {
    return [texts.biometricFailed, hasOther ? tryAgainOrOther : tryAgain];
  }
  return [texts.biometricUnavailable, hasOther ? texts.approve.other : elsewhere];
}

/** True if this browser has passkeys at all. */
export const hasPasskeys = () => Boolean(window.PublicKeyCredential && navigator.credentials);

/**
 * Runs a prompt of the browser and draws it in the timeline as what it is: no call.
 *
 * @template Value
 * @param {string} what
 * @param {string} note what it gives: a name in `texts.timeline.answers`
 * @param {() => Promise<Value>} ask
 * @returns {Promise<Value>}
 * @throws {PromptFailed}
 */
async function prompt(what, note, ask) {
  if (!hasPasskeys()) throw new PromptFailed("unavailable");
  const step = record("local", what, note);
  try {
    const value = await ask();
    // Some browsers give nothing where the person closed the prompt.
    if (value === null) throw new DOMException("nothing was given", "NotAllowedError");
    step.end({});
    return value;
  } catch (error) {
    step.end({ isFailed: true });
    throw new PromptFailed(kinds[error.name] ?? "cancelled");
  }
}

const kinds = {
  NotSupportedError: "unavailable",
  SecurityError: "unavailable",
  ConstraintError: "unavailable",
  InvalidStateError: "exists",
};

/**
 * Asks for a passkey's signature over a challenge.
 *
 * What is signed at the very moment when the prompt is closed counts as not signed.
 *
 * @param {object} options as the server gave them
 * @param {AbortSignal} signal closes the prompt
 * @param {{isElsewhere?: boolean}} [settings] whether the passkey is on another device: the browser
 *   offers those first, whatever it was told of how a passkey can be reached
 * @returns {Promise<object>} the assertion as the server takes it
 */
export async function usePasskey(options, signal, { isElsewhere = false } = {}) {
  const credential = await prompt(texts.timeline.prompt, "signed", async () => {
    const signed = await navigator.credentials.get({
      signal,
      publicKey: {
        challenge: decode(options.challenge),
        rpId: options.rpId,
        userVerification: options.userVerification,
        timeout: options.timeout,
        allowCredentials: options.allowCredentials.map(({ id, transports }) => ({
          id: decode(id), type: "public-key", ...(isElsewhere ? {} : { transports }),
        })),
        ...(isElsewhere ? { hints: ["hybrid"] } : {}),
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
      // Safari gives an empty one for a security key that keeps none.
      ...(userHandle?.byteLength > 0 ? { userHandle: encode(userHandle) } : {}),
    },
  };
}

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
