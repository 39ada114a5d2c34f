import { record } from "../timeline/record.js";
import { events } from "./events.js";

/** Seconds without a sign of life after which the stream counts as broken; one comes every 15. */
const silenceSeconds = 45;

/**
 * Follows the account's transactions until the stream ends, breaks, or the signal says to stop.
 *
 * Read by this script and not by the browser's own `EventSource`, which tells nobody with what
 * status it was refused and does not notice a connection that went silent.
 *
 * @param {object} settings
 * @param {string|null} settings.after the newest event that was seen; null for none
 * @param {AbortSignal} settings.signal
 * @param {() => void} settings.opened called when the server has begun the stream
 * @param {(transaction: object, id: string|null) => void} settings.tell
 */
export async function watchTransactions({ after, signal, opened, tell }) {
  const step = record("network", "GET /transactions/events", "watched", true);
  const silence = new AbortController();
  let timer = null;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceSeconds * 1000);
  };
  let response = null;
  try {
    heard();
    response = await fetch("/transactions/events", {
      headers: after === null ? {} : { "Last-Event-ID": after }, credentials: "same-origin",
      cache: "no-store", redirect: "error", signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok) throw new Error("refused");
    opened();
    for await (const { id, data } of events(response.body, heard)) {
      if (signal.aborted) break;
      tell(data, id);
    }
    step.end({ status: response.status });
  } catch {
    // Stopped by the page itself, it has not failed.
    step.end({ status: response?.status ?? null, isFailed: !signal.aborted });
  } finally {
    clearTimeout(timer);
  }
}
