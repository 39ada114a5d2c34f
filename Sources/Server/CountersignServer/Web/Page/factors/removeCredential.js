import { Refusal } from "../calls/refusal.js";
import { revokeCredential } from "../calls/revokeCredential.js";
import { verifyAssertion } from "../calls/verifyAssertion.js";
import { provePasskey } from "./proveFactor.js";

/**
 * Removes a passkey; where the session has proved no factor lately, the person proves one first.
 *
 * @param {string} id
 */
export async function removeCredential(id) {
  try {
    await revokeCredential(id);
  } catch (error) {
    const isUnproved = error instanceof Refusal
      && error.reason === "insufficient_user_authentication";
    if (!isUnproved) throw error;
    await verifyAssertion((await provePasskey()).assertion);
    await revokeCredential(id);
  }
}
