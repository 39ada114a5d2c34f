import { request } from "./request.js";

/**
 * An action that this session handed to the person's phone.
 *
 * @typedef {object} Handover
 * @property {string} transactionID
 * @property {string} number what both screens show
 * @property {"pending"|"approved"|"denied"|"expired"|"withdrawn"} status
 * @property {number} expiresIn seconds
 */

const shown = "/handovers/{id}";
const address = ({ transactionID }) => `/handovers/${encodeURIComponent(transactionID)}`;

/**
 * Hands an action to the person's phones; one that this session handed over before is withdrawn.
 *
 * @param {string} scenario
 * @param {object} payload
 * @returns {Promise<Handover>}
 */
export const handOver = (scenario, payload) =>
  request("POST", `/actions/${scenario}/handover`, { body: { payload }, note: "handover" });

/**
 * An action that this session handed over, as it stands now.
 *
 * @param {Pick<Handover, "transactionID">} handover
 * @returns {Promise<Handover>}
 */
export const readHandover = (handover) => request("GET", address(handover), { shown });

/**
 * The token that an approval on the phone yields: for exactly the document that was handed over,
 * once. Asked again it is the same one.
 *
 * @param {Handover} handover
 * @param {AbortSignal} [signal] gives the call up
 * @returns {Promise<{verificationToken: string}>}
 */
export const collectHandover = (handover, signal) =>
  request("POST", `${address(handover)}/collect`, {
    shown: `${shown}/collect`, note: "verify", signal,
  });

/**
 * Takes an action back: no phone can approve it any more.
 *
 * @param {Handover} handover
 */
export const withdrawHandover = (handover) =>
  request("DELETE", address(handover), { background: true, shown });
