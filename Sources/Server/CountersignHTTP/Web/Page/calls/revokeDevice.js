import { request } from "./request.js";

/**
 * Revokes a phone, with its PIN, its keys and its sessions.
 *
 * @param {string} id
 * @param {string} key the idempotency key: one a removal
 * @param {object} [proof] by a factor; the server asks for it unless one was proved lately
 */
export const revokeDevice = (id, key, proof) =>
  request("DELETE", `/devices/${encodeURIComponent(id)}`, {
    body: proof ? { proof } : undefined, headers: { "Idempotency-Key": key },
    shown: "/devices/{id}",
  });
