import { request } from "./request.js";

/** What can be bought. @returns {Promise<object[]>} */
export const listProducts = async () => (await request("GET", "/products")).products;
