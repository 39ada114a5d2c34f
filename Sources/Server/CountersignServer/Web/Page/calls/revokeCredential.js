import { request } from "./request.js";

/**
 * Revokes a passkey.
 *
 * @param {string} id
 * @param {object} [proof] by a factor; the server asks for it unless one was proved lately
 */
export const revokeCredential = (id, proof) =>
  request("DELETE", `/biometric/credentials/${encodeURIComponent(id)}`, {
    body: proof ? { proof } : undefined, shown: "/biometric/credentials/{id}",
  });
