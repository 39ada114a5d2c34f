import { record } from "../timeline/record.js";

/**
 * The prompt gave nothing. A browser tells cancelling and failing apart to nobody: both are
 * `cancelled`.
 */
export class PromptFailed extends Error {
  /** @param {"cancelled"|"unavailable"|"exists"} kind */
  constructor(kind) {
    super(kind);
    this.kind = kind;
  }
}

/** Whether this browser has passkeys at all. */
export const hasPasskeys = () => Boolean(window.PublicKeyCredential && navigator.credentials);

/**
 * Runs a prompt of the browser and draws it in the timeline as what it is: no call.
 *
 * @template Value
 * @param {string} what
 * @param {string} note what it gives: a name in `texts.timeline.answers`
 * @param {() => Promise<Value>} ask
 * @returns {Promise<Value>}
 * @throws {PromptFailed}
 */
export async function prompt(what, note, ask) {
  if (!hasPasskeys()) throw new PromptFailed("unavailable");
  const step = record("local", what, note);
  try {
    const value = await ask();
    step.end({});
    return value;
  } catch (error) {
    step.end({ isFailed: true });
    throw new PromptFailed(kinds[error.name] ?? "cancelled");
  }
}

const kinds = {
  NotSupportedError: "unavailable",
  SecurityError: "unavailable",
  ConstraintError: "unavailable",
  InvalidStateError: "exists",
};
