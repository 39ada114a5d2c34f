import { readLinkedOptions } from "../calls/readLinkedOptions.js";
import { untilLeft } from "../core/screen.js";
import { usePasskey } from "../passkeys/usePasskey.js";

/**
 * Has the person prove a passkey for a change of the account's factors.
 *
 * @returns {Promise<{assertion: object}>}
 */
export async function provePasskey() {
  const left = untilLeft();
  const options = await readLinkedOptions("MANAGE_FACTORS", {});
  return { assertion: await usePasskey(options, left) };
}
