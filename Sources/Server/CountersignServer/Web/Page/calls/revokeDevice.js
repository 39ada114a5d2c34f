import { request } from "./request.js";

/**
 * Revokes a phone, with its PIN, its keys and its sessions.
 *
 * @param {string} id
 * @param {object} [proof] by a factor; the server asks for it unless one was proved lately
 */
export const revokeDevice = (id, proof) =>
  request("DELETE", `/devices/${encodeURIComponent(id)}`, {
    body: proof ? { proof } : undefined, shown: "/devices/{id}",
  });
