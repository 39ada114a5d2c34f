import { request } from "./request.js";

/**
 * Revokes a passkey.
 *
 * @param {string} id
 * @param {string} key the idempotency key: one a removal
 * @param {object} [proof] by a factor; the server asks for it unless one was proved lately
 */
export const revokeCredential = (id, key, proof) =>
  request("DELETE", `/biometric/credentials/${encodeURIComponent(id)}`, {
    body: proof ? { proof } : undefined, headers: { "Idempotency-Key": key },
    shown: "/biometric/credentials/{id}",
  });
