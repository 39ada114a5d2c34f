import { openSession } from "../calls/openSession.js";
import { readSessionOptions } from "../calls/readSessionOptions.js";
import { usePasskey } from "./usePasskey.js";

/** Signs in with a passkey: the person names no account, the passkey does. */
export async function signInWithPasskey() {
  await openSession({ assertion: await usePasskey(await readSessionOptions()) });
}
