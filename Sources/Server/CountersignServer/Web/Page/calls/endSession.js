import { request } from "./request.js";

/** Ends this session. */
export const endSession = () => request("DELETE", "/sessions/current");
