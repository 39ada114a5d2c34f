import { request } from "./request.js";

/** The account's passkeys. @returns {Promise<object[]>} */
export const listCredentials = async () =>
  (await request("GET", "/biometric/credentials")).credentials;
