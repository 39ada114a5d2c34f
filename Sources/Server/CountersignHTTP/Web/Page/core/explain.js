import { Refusal, words } from "../calls/refusal.js";

let sessionOver = () => {};

/** Tells what happens when the server knows the session no more. @param {() => void} action */
export function onSessionOver(action) {
  sessionOver = action;
}

/**
 * Says what went wrong. Without a session there is nothing left to say on this screen.
 *
 * @param {unknown} error
 * @param {(text: string) => void} say
 */
export function explain(error, say) {
  if (isSessionOver(error)) sessionOver();
  else say(words(error));
}

/** Whether the server refused for want of a session. @param {unknown} error */
export const isSessionOver = (error) =>
  error instanceof Refusal && error.reason === "session_required";
