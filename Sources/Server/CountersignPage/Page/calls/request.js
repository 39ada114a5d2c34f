import { tellOfAnswer, tellOfCall } from "../core/modules.js";
import { root } from "../core/root.js";
import { record } from "../timeline/record.js";
import { NoAnswer, Refusal } from "./refusal.js";

/** Seconds after which a call counts as not answered. */
const timeoutSeconds = 20;

/** Says that nobody is there, so that a question of the page itself keeps no session alive. */
const inBackground = { "X-Countersign-Activity": "background" };

/**
 * Makes one call of the server and draws it in the timeline.
 *
 * The session is a cookie that this script cannot read; the browser sends it along.
 *
 * @param {string} method
 * @param {string} path
 * @param {object} [settings]
 * @param {object} [settings.body]
 * @param {Record<string, string>} [settings.headers]
 * @param {boolean} [settings.anonymous] leaves the session out
 * @param {boolean} [settings.background] the page asks by itself, not the person
 * @param {AbortSignal} [settings.signal] gives the call up; it counts as not answered then
 * @param {boolean} [settings.aside] the timeline draws it apart; a background call unless told
 * @param {string} [settings.note] what the answer gives: a name in `texts.timeline.answers`
 * @param {string} [settings.shown] which path the timeline shows, where the path itself holds an id
 * @param {boolean} [settings.whole] says beside the body whether it is the first answer again
 * @returns {Promise<any>} the answer's body, null where it has none; or `{ body, isReplayed }`
 * @throws {Refusal|NoAnswer}
 */
export async function request(method, path, settings = {}) {
  const { body, anonymous = false, background = false, whole = false, note, signal } = settings;
  const { aside = background, shown = path.split("?")[0] } = settings;
  const headers = {
    ...(body ? { "Content-Type": "application/json" } : {}),
    ...(background ? inBackground : {}), ...settings.headers,
  };
  if (!background && !anonymous) noteActivity();
  tellOfCall({ method, path, body });
  const step = record("network", `${method} ${shown}`, note, aside);
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
  let response;
  let answer = null;
  try {
    response = await fetch(root + path, {
      method,
      headers,
      body: body ? JSON.stringify(body) : undefined,
      credentials: anonymous ? "omit" : "same-origin",
      cache: "no-store",
      redirect: "error",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const text = await response.text();
    if (text) answer = JSON.parse(text);
  } catch {
    // Given up by the page itself, it has not failed.
    step.end({ isFailed: !signal?.aborted });
    throw new NoAnswer();
  }
  step.end({ status: response.status, isFailed: !response.ok });
  noteSessionEnd(response.headers.get("Countersign-Session-Ends-In"), background);
  if (response.ok) tellOfAnswer({ body, answer });
  if (response.ok && whole) {
    return { body: answer, isReplayed: response.headers.get("Idempotent-Replayed") === "true" };
  }
  if (response.ok) return answer;
  const seconds = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
  const level = levelIn(response.headers.get("WWW-Authenticate") ?? "");
  throw new Refusal(response.status, answer, Number.isNaN(seconds) ? null : seconds, level);
}

/**
 * The level that a call needs, and that the session does not have (RFC 9470).
 *
 * A refusal with an age of 0 asks for a fresh proof of one action, whatever the session is worth.
 *
 * @param {string} challenge the header of the answer
 * @returns {"weak"|"strong"|null} null for any other refusal
 */
function levelIn(challenge) {
  if (challenge.includes('max_age="0"')) return null;
  return /acr_values="urn:countersign:acr:(weak|strong)"/.exec(challenge)?.[1] ?? null;
}

/** The end of the session by `performance.now()`; infinite before anybody has signed in. */
let end = Infinity;
/** Seconds for which a session lasts after what the person did last, as the server said. */
let lastingSeconds = 300;
let ended = () => {};

/** Notes that the person had this page call the server: that keeps the session alive. */
function noteActivity() {
  end = performance.now() + lastingSeconds * 1000;
}

/**
 * Notes when the session ends, where an answer says it.
 *
 * @param {string|null} text seconds from now
 * @param {boolean} isBackground whether the page had asked by itself
 */
function noteSessionEnd(text, isBackground) {
  const seconds = Number.parseInt(text ?? "", 10);
  if (Number.isNaN(seconds)) return;
  if (!isBackground) lastingSeconds = seconds;
  end = performance.now() + seconds * 1000;
  ended();
}

/** Seconds until the session ends unless the person does something. */
export const secondsToSessionEnd = () => (end - performance.now()) / 1000;

/** Calls when the server has said when the session ends. @param {() => void} action */
export function onSessionEnd(action) {
  ended = action;
}
