import { record } from "../timeline/record.js";
import { events } from "./events.js";

/** Seconds before the stream is opened again after it broke. */
const pauseSeconds = 2;

/**
 * Follows how far a link has come, until it comes no further or the signal says to stop.
 *
 * A stream of the browser's own (`EventSource`) cannot send the secret in a header; in an address it
 * would stand in logs.
 *
 * @param {import("./makeLink.js").Link} link
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
    response = await fetch(`/sessions/links/${encodeURIComponent(id)}/events`, {
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
