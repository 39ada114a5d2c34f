import { readLinkedOptions } from "../calls/credentials.js";
import { record } from "../timeline/record.js";
import { texts } from "../texts.js";

/** The server would execute something else than what was asked for. */
export class NotWhatWasAsked extends Error {}

/**
 * Gets a challenge for a payload, and sees that its transaction is what was asked for.
 *
 * @param {object} payload
 * @returns {Promise<{options: object, transaction: object, askedAt: number}>}
 * @throws {NotWhatWasAsked}
 */
export async function askChallenge(payload) {
  const { transaction, ...options } = await readLinkedOptions("TOP_UP", payload);
  const step = record("local", texts.timeline.compare, "same");
  const isAnswer = Boolean(transaction) && answers(transaction, payload);
  step.end({ isFailed: !isAnswer });
  if (!isAnswer) throw new NotWhatWasAsked();
  return { options, transaction, askedAt: performance.now() };
}

function answers(transaction, payload) {
  const asked = { useCashback: false, ...payload };
  return Object.entries(asked).every(([name, value]) => transaction[name] === value);
}

/** Whether two transactions are the same, field by field. */
export function isSame(one, other) {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}
