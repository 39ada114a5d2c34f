import { request } from "./request.js";

/** Ends the account's other sessions. @returns {Promise<{revoked: number}>} */
export const endOtherSessions = () => request("DELETE", "/sessions?which=others");
