import { words } from "../calls/refusal.js";
import { countdown } from "../core/countdown.js";
import { element } from "../core/element.js";
import { announce } from "../core/notice.js";
import { texts } from "../texts.js";

/** True if a text has a PIN's form. @param {string} text */
export const isPIN = (text) => /^[0-9]{4,12}$/.test(text);

/**
 * True for a PIN that the server refuses as easily guessed: a row of digits as in 1234 or 1111, and
 * a half that is repeated.
 *
 * @param {string} pin
 */
export function isEasilyGuessed(pin) {
  const digits = [...pin].map(Number);
  const steps = new Set(digits.slice(1).map((digit, index) => digit - digits[index]));
  const half = pin.length / 2;
  return steps.size < 2 || (Number.isInteger(half) && pin.slice(0, half) === pin.slice(half));
}

/** Reasons of a refusal after which the second factor is to be looked at again. */
export const concernsPIN = new Set([
  "verification_failed", "penalised", "attempt_in_progress", "second_factor_blocked",
]);

/**
 * Attributes of an input for a PIN. Browsers offer to keep passwords; a PIN is none of theirs.
 */
export const pinInput = {
  type: "password", inputmode: "numeric", pattern: "[0-9]*", maxlength: 12, required: true,
  autocomplete: "off", class: "digits",
};

/**
 * The effect of a wrong PIN: the attempts that are left, and a wait that is counted down.
 *
 * @param {HTMLButtonElement} submit what is held back
 * @param {ReturnType<typeof import("../core/notice.js").notice>["say"]} say
 */
export function penalty(submit, say) {
  let stopCountdown = () => {};
  let isGone = false;

  /**
   * @param {import("../calls/refusal.js").Refusal|null} error null where the wait was there before
   * @param {object|null} factors the second factor as it stands; null where the server did not say
   */
  function begin(error, factors) {
    // A wait that ends after its screen has gone is nothing to announce.
    if (isGone) return;
    stopCountdown();
    const left = factors ? factors.maxAttempts - factors.failedAttempts : null;
    const isWrong = error?.reason === "verification_failed";
    const text = isWrong && left !== null ? texts.pin.attempts(left)
      : isWrong ? texts.proofRefused
      : error ? words(error) : texts.problems.penalised;
    const seconds = secondsLeft(factors) || error?.retryAfterSeconds || 0;
    const waiting = element("p", { class: "countdown", "aria-live": "off" });
    say(text, "problem", ...(left === 1 ? [element("p", {}, texts.pin.lastAttempt)] : []), waiting);
    if (seconds === 0) return;
    // `once` frees the button when its task ends, so it is held back after that.
    setTimeout(() => (submit.disabled = true));
    stopCountdown = countdown(
      seconds,
      (remaining) => (waiting.textContent = texts.pin.wait(remaining)),
      () => {
        submit.disabled = false;
        waiting.textContent = texts.pin.waitOver;
        announce(texts.pin.waitOver);
      },
    );
  }

  /** Goes on with a wait that was there before the screen, where one is left. */
  function resume(factors) {
    if (secondsLeft(factors) > 0) begin(null, factors);
  }

  return {
    begin,
    resume,
    stop: () => {
      isGone = true;
      stopCountdown();
    },
  };
}

/** The rest of the wait that the server named when the second factor was read. */
const secondsLeft = (factors) => (factors
  ? Math.max(0, factors.penalisedFor - (performance.now() - factors.readAt) / 1000) : 0);
