import { request } from "./request.js";

/**
 * Ends this session.
 *
 * @param {AbortSignal} [signal] gives the call up
 */
export const endSession = (signal) => request("DELETE", "/sessions/current", { signal });
