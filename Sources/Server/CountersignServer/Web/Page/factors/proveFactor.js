import { readLinkedOptions } from "../calls/readLinkedOptions.js";
import { usePasskey } from "../passkeys/usePasskey.js";

/**
 * Has the person prove a passkey for a change of the account's factors.
 *
 * @returns {Promise<{assertion: object}>}
 */
export async function provePasskey() {
  const options = await readLinkedOptions("MANAGE_FACTORS", {});
  return { assertion: await usePasskey(options) };
}
