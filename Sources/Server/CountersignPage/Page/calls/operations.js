import { request } from "./request.js";

/**
 * Reads the outcome of an operation. Asking is no activity of the person.
 *
 * @param {string} key its idempotency key
 * @param {{aside?: boolean}} [settings] whether the timeline draws it apart from what the person
 *   does
 * @returns {Promise<object>} the action's answer as it stands now
 */
export async function readOperation(key, { aside = false } = {}) {
  const answer = await request("GET", `/operations/${encodeURIComponent(key)}`, {
    background: true, aside, shown: "/operations/{id}",
  });
  return answer.result;
}

/**
 * Has the server perform an action.
 *
 * @param {{scenario: string, payload: object, key: string}} action `key` is its idempotency key
 * @param {object} proof
 * @param {boolean} [isAgain] whether the page asks again by itself, which is no activity
 * @returns {Promise<{operationID: string, status: string, result: any}>}
 */
export const performAction = ({ scenario, payload, key }, proof, isAgain = false) =>
  request("POST", `/actions/${scenario}`, {
    body: { payload, ...proof }, headers: { "Idempotency-Key": key }, background: isAgain,
    aside: false,
  });
