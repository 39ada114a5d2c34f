import { request } from "./request.js";

/** Challenge of a sign-in with a passkey. @returns {Promise<object>} */
export const readSessionOptions = () =>
  request("POST", "/sessions/options", { anonymous: true, note: "options" });
