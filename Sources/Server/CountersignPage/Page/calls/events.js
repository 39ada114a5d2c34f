import { root } from "../core/root.js";
import { record } from "../timeline/record.js";

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
    response = await fetch(`${root}/transactions/events`, {
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

/** Seconds before the stream is opened again after it broke. */
const pauseSeconds = 2;

/**
 * Follows how far a link has come, until it comes no further or the signal says to stop.
 *
 * A stream of the browser's own (`EventSource`) cannot send the secret in a header; in an address
 * it would stand in logs.
 *
 * @param {import("./links.js").Link} link
 * @param {AbortSignal} signal
 * @param {(event: {status: "waiting"|"opened"|"confirmed"|"over", ending?: string}) => void} tell
 */
export async function watchLink(link, signal, tell) {
  while (!signal.aborted) {
    const last = await watchOnce(link, signal, tell);
    if (signal.aborted || last === "confirmed" || last === "over") return;
    await new Promise((resolve) => setTimeout(resolve, pauseSeconds * 1000));
  }
}

async function watchOnce({ id, watchSecret }, signal, tell) {
  const step = record("network", "GET /sessions/links/{id}/events", "watched");
  let last = null;
  let response = null;
  try {
    response = await fetch(`${root}/sessions/links/${encodeURIComponent(id)}/events`, {
      headers: { "Countersign-Watch": watchSecret }, credentials: "omit", cache: "no-store",
      redirect: "error", signal,
    });
    // The server knows the link no more.
    if (response.status === 404) last = "over";
    if (response.status === 404) tell({ status: "over", ending: "expired" });
    if (!response.ok) throw new Error("refused");
    for await (const { data } of events(response.body)) {
      last = data.status;
      tell(data);
    }
    step.end({ status: response.status });
  } catch {
    // Stopped by the page itself, it has not failed.
    step.end({ status: response?.status ?? null, isFailed: !signal.aborted });
  }
  return last;
}

/**
 * Follows an action that was handed to a phone, until it is decided or over, or the signal says to
 * stop.
 *
 * @param {import("./handovers.js").Handover} handover
 * @param {AbortSignal} signal
 * @param {(handover: import("./handovers.js").Handover) => void} tell
 */
export async function watchHandover({ transactionID }, signal, tell) {
  const path = `/handovers/${encodeURIComponent(transactionID)}/events`;
  for (let status = "pending"; status === "pending" && !signal.aborted;) {
    const step = record("network", "GET /handovers/{id}/events", "watched");
    let response = null;
    try {
      response = await fetch(root + path, {
        credentials: "same-origin", cache: "no-store", redirect: "error", signal,
      });
      // The session is over, or knows it no more: nothing comes of it.
      if ([401, 404].includes(response.status)) tell({ status: status = "expired" });
      if (!response.ok) throw new Error("refused");
      for await (const { data } of events(response.body)) {
        status = data.status;
        tell(data);
      }
      step.end({ status: response.status });
    } catch {
      // Stopped by the page itself, it has not failed.
      step.end({ status: response?.status ?? null, isFailed: !signal.aborted });
    }
    if (status === "pending" && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, pauseSeconds * 1000));
    }
  }
}

/**
 * The events of a stream (HTML standard, "server-sent events") as they come.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} [heard] called with whatever comes, also with a sign of life
 * @returns {AsyncGenerator<{id: string|null, data: any}>}
 */
async function* events(body, heard = () => {}) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (true) {
    const { value, done } = await reader.read();
    if (done) return;
    heard();
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const lines = part.split("\n");
      const data = valuesOf("data", lines);
      const id = valuesOf("id", lines).at(-1) ?? null;
      if (data.length > 0) yield { id, data: JSON.parse(data.join("\n")) };
    }
  }
}

const valuesOf = (name, lines) =>
  lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
