import { openSession } from "../calls/openSession.js";
import { readSessionOptions } from "../calls/readSessionOptions.js";
import { usePasskey } from "./usePasskey.js";

/**
 * Signs in with a passkey: the person names no account, the passkey does.
 *
 * @returns {Promise<{accountID: string}>}
 */
export const signInWithPasskey = async () =>
  openSession({ assertion: await usePasskey(await readSessionOptions()) });
