import { readOperation } from "../calls/readOperation.js";

/** Seconds between two questions, the last one repeated. */
const pausesSeconds = [1, 2, 3, 5, 8, 15];

/**
 * Asks for a pending payment until it is decided.
 *
 * @param {string} key
 * @param {(outcome: object) => void} decided
 * @returns {() => void} stops asking
 */
export function followOutcome(key, decided) {
  let timer = null;
  let isStopped = false;
  const ask = async (turn) => {
    const outcome = await readOperation(key, { aside: true }).catch(() => null);
    if (isStopped) return;
    if (outcome && outcome.data.status !== "pending") decided(outcome.data);
    else plan(turn + 1);
  };
  const plan = (turn) => {
    const seconds = pausesSeconds[Math.min(turn, pausesSeconds.length - 1)];
    timer = setTimeout(() => ask(turn), seconds * 1000);
  };
  plan(0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
