import { request } from "./request.js";

/** The account's phones. @returns {Promise<object[]>} */
export const listDevices = async () => (await request("GET", "/devices")).devices;
