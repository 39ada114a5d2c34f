import { relabel } from "../core/controls.js";
import { countdown } from "../core/countdown.js";
import { announce } from "../core/notice.js";
import { texts } from "../texts.js";

/** The number of empty prompts in a row after which the passkey has to wait. */
const mostFailures = 3;
/** Seconds of the first wait; each one after it is twice as long, up to the most. */
const firstSeconds = 30;
const mostSeconds = 240;

/**
 * The moment before which no passkey is asked for again. A stranger at the device gets few tries,
 * and its owner is not shut out.
 *
 * @param {number} failures prompts in a row that gave nothing
 * @returns {number} by `performance.now()`; 0 for at once
 */
export function heldUntil(failures) {
  if (failures < mostFailures) return 0;
  const seconds = Math.min(firstSeconds * 2 ** (failures - mostFailures), mostSeconds);
  return performance.now() + seconds * 1000;
}

/** True until a moment by `performance.now()`. @param {number} until */
export const isHeld = (until) => until > performance.now();

/**
 * Holds a button back until a moment, and says on it how long that is.
 *
 * @param {HTMLButtonElement} held
 * @param {string} label what it says then
 * @param {number} until by `performance.now()`
 * @returns {() => void} stops the countdown: the screen is gone
 */
export function holdBack(held, label, until) {
  if (!isHeld(until)) return () => {};
  let isGone = false;
  // `once` frees the button when its task ends, so it is held back after that.
  setTimeout(() => (held.disabled = !isGone && isHeld(until)));
  const stop = countdown(
    (until - performance.now()) / 1000,
    (seconds) => relabel(held, texts.approve.heldBack(seconds), false),
    () => {
      held.disabled = false;
      relabel(held, label, false);
      announce(texts.pin.waitOver);
    });
  return () => {
    isGone = true;
    stop();
  };
}
