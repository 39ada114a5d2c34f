import { request } from "./request.js";

/** Revokes a passkey. @param {string} id */
export const revokeCredential = (id) =>
  request("DELETE", `/biometric/credentials/${encodeURIComponent(id)}`, {
    shown: "/biometric/credentials/{id}",
  });
