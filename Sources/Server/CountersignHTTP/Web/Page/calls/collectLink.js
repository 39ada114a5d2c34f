import { request } from "./request.js";

/**
 * Opens the session that a phone confirmed.
 *
 * @param {import("./makeLink.js").Link} link
 * @param {AbortSignal} signal gives the call up
 */
export const collectLink = ({ id, watchSecret }, signal) =>
  request("POST", `/sessions/links/${encodeURIComponent(id)}/collect`, {
    headers: { "Countersign-Watch": watchSecret, "X-Countersign-Page": "1" },
    shown: "/sessions/links/{id}/collect", signal,
  });
