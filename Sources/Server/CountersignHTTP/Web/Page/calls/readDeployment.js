import { request } from "./request.js";

/**
 * What the page is told of the server that it came from.
 *
 * @returns {Promise<{mailbox: string|null, time: string, currency: string, lowValueLimit: number,
 *   authorizeTransaction: {level: string, fallback: string[]}}>} `mailbox` is where a demo puts the
 *   codes
 */
export const readDeployment = () => request("GET", "/page/deployment.json", { anonymous: true });
