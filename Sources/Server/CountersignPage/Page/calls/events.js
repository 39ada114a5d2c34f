import { root } from "../core/root.js";
import { pause } from "../core/untilAnswered.js";
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
export const watchLink = ({ id, watchSecret }, signal, tell) => watch({
  shown: "GET /sessions/links/{id}/events",
  path: `/sessions/links/${encodeURIComponent(id)}/events`,
  settings: { headers: { "Countersign-Watch": watchSecret }, credentials: "omit" },
  isLast: ({ status }) => status === "confirmed" || status === "over",
  // The server knows the link no more.
  lastBy: { 404: { status: "over", ending: "expired" } },
}, signal, tell);

/**
 * Follows an action that was handed to a phone, until it is decided or over, or the signal says to
 * stop.
 *
 * @param {import("./handovers.js").Handover} handover
 * @param {AbortSignal} signal
 * @param {(handover: import("./handovers.js").Handover) => void} tell
 */
export const watchHandover = ({ transactionID }, signal, tell) => watch({
  shown: "GET /handovers/{id}/events",
  path: `/handovers/${encodeURIComponent(transactionID)}/events`,
  settings: { credentials: "same-origin" },
  isLast: ({ status }) => status !== "pending",
  // The session is over, or knows it no more: nothing comes of it.
  lastBy: { 401: { status: "expired" }, 404: { status: "expired" } },
}, signal, tell);

/**
 * Reads a stream, and opens it again after it broke, until its last event or the signal says to
 * stop.
 *
 * @template {{status: string}} Event
 * @param {object} stream
 * @param {string} stream.shown its name in the timeline
 * @param {string} stream.path
 * @param {RequestInit} stream.settings
 * @param {(event: Event) => boolean} stream.isLast
 * @param {Record<number, Event>} stream.lastBy the last event by the status of a refusal
 * @param {AbortSignal} signal
 * @param {(event: Event) => void} tell
 */
async function watch({ shown, path, settings, isLast, lastBy }, signal, tell) {
  let isOver = false;
  const take = (event) => {
    isOver = isLast(event);
    tell(event);
  };
  while (!isOver && !signal.aborted) {
    const step = record("network", shown, "watched");
    let response = null;
    try {
      response = await fetch(root + path, {
        ...settings, cache: "no-store", redirect: "error", signal,
      });
      const last = lastBy[response.status];
      if (last) take(last);
      if (!response.ok) throw new Error("refused");
      for await (const { data } of events(response.body)) take(data);
      step.end({ status: response.status });
    } catch {
      // Stopped by the page itself, it has not failed.
      step.end({ status: response?.status ?? null, isFailed: !signal.aborted });
    }
    if (!isOver) await pause(pauseSeconds, signal);
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
  // No pipe in between: where the page stops the call, no part of one is left to fail by itself.
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    while (true) {
      const { value, done } = await reader.read();
      if (done) return;
      heard();
      const parts = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = parts.pop();
      for (const part of parts) {
        const lines = part.split("\n");
        const data = valuesOf("data", lines);
        const id = valuesOf("id", lines).at(-1) ?? null;
        if (data.length > 0) yield { id, data: JSON.parse(data.join("\n")) };
      }
    }
  } finally {
    // Of a stream that was stopped this fails, which is no news.
    reader.cancel().catch(() => {});
  }
}

const valuesOf = (name, lines) =>
  lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
