import { moment, wait } from "../core/formats.js";
import { texts } from "../texts.js";

/** The server's "no": its reason is one of the list that server and page share. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {Record<string, any>|null} problem the body (RFC 9457), where there was one
   * @param {number|null} retryAfterSeconds
   * @param {"weak"|"strong"|null} [level] what the session has to be worth for the call
   */
  constructor(status, problem, retryAfterSeconds, level = null) {
    super(problem?.reason ?? "unknown");
    this.status = status;
    this.reason = problem?.reason ?? "unknown";
    this.retryAfterSeconds = retryAfterSeconds;
    this.level = level;
    this.until = problem?.until ?? null;
  }

  /**
   * True if the server itself failed, so that what it did is not known: without room for a PIN it
   * did nothing.
   */
  get isOfServer() {
    return this.status >= 500 && this.reason !== "pin_queue_full";
  }

  /**
   * True if the server had too much to do, and did nothing. Where the same may be sent again by
   * itself it is, as after a lost answer: `isOfServer` is true too.
   */
  get isOfOverload() {
    return this.reason === "overloaded";
  }
}

/** The server would execute something else than what was asked for, or is shown. */
export class NotWhatWasAsked extends Error {}

/** No answer came: the server is not there, or the connection broke. */
export class NoAnswer extends Error {}

/** No answer came, and what was to be decided still waits: it was not decided by what was sent. */
export class NotDecided extends Error {}

/**
 * True if no answer came, or the server failed while it worked: what became of the call is not
 * known.
 *
 * @param {unknown} error
 */
export const isAnswerLost = (error) =>
  error instanceof NoAnswer || (error instanceof Refusal && error.isOfServer);

/**
 * The words for an error, which say what to do.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function words(error) {
  if (error instanceof NoAnswer) return texts.problems.noAnswer;
  if (error instanceof NotDecided) return texts.approve.notDecided;
  if (error instanceof NotWhatWasAsked) return texts.problems.notWhatWasAsked;
  if (!(error instanceof Refusal)) return texts.problems.unknown;
  const text = texts.problems[error.reason] ?? texts.problems.unknown;
  if (typeof text !== "function") return text;
  const until = error.until === null ? null : moment(error.until);
  return text(wait(error.retryAfterSeconds), error.retryAfterSeconds, until);
}
