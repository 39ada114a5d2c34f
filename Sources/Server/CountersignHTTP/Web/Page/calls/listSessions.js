import { request } from "./request.js";

/** The account's open sessions. @returns {Promise<{isCurrent: boolean}[]>} */
export const listSessions = async () => (await request("GET", "/sessions")).sessions;
