import { readRegistrationOptions } from "../calls/readRegistrationOptions.js";
import { registerCredential } from "../calls/registerCredential.js";
import { makePasskey } from "./makePasskey.js";

/**
 * Makes a passkey and registers it.
 *
 * @param {{validateCode: string}|{proof: object}} entitlement
 */
export async function registerPasskey(entitlement) {
  await registerCredential(await makePasskey(await readRegistrationOptions(entitlement)));
}
