import { request } from "./request.js";

/**
 * Ends a link, so that nobody who photographed its code can use it.
 *
 * @param {import("./makeLink.js").Link} link
 */
export const endLink = ({ id, watchSecret }) =>
  request("DELETE", `/sessions/links/${encodeURIComponent(id)}`, {
    headers: { "Countersign-Watch": watchSecret }, anonymous: true, background: true,
    shown: "/sessions/links/{id}",
  });
