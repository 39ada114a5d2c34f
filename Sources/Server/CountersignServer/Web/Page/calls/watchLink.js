import { record } from "../timeline/record.js";

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
    for await (const event of events(response.body)) {
      last = event.status;
      tell(event);
    }
    step.end({ status: response.status });
  } catch {
    // Stopped by the page itself, it has not failed.
    step.end({ status: response?.status ?? null, isFailed: !signal.aborted });
  }
  return last;
}

/** The data of each event of a stream (HTML standard, "server-sent events"). */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (true) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const lines = part.split("\n").filter((line) => line.startsWith("data: "));
      if (lines.length > 0) yield JSON.parse(lines.map((line) => line.slice(6)).join("\n"));
    }
  }
}
