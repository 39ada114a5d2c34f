import { secondsUntil } from "../calls/deployment.js";
import { texts } from "../texts.js";
import { element } from "./element.js";
import { announce } from "./notice.js";

/** Seconds before the end at which it is said to those who do not see the countdown. */
const warningSeconds = 60;

/**
 * The time that is left until a moment, counted down.
 *
 * @param {string} timestamp RFC 3339
 * @param {{over: () => void, warning?: string, text?: (seconds: number) => string}} settings
 *   `warning` is said when it is nearly over
 * @returns {{root: HTMLElement, stop: () => void}}
 */
export function timeLeft(timestamp, { over, warning, text = texts.duration }) {
  const root = element("span", { class: "time-left", "aria-live": "off" });
  const seconds = secondsUntil(timestamp);
  const stop = countdown(
    seconds,
    (left) => {
      root.textContent = text(left);
      root.classList.toggle("short", left <= warningSeconds);
      if (warning && left === warningSeconds) announce(warning);
    },
    () => {
      root.textContent = texts.timeOver;
      root.classList.add("short");
      // The server says when it is over; it is asked, in case that its stream is not there.
      over();
    },
  );
  return { root, stop };
}

/**
 * Counts seconds down to zero.
 *
 * @param {number} seconds
 * @param {(left: number) => void} tick called at once and with each second
 * @param {() => void} [over] called at zero
 * @returns {() => void} stops it
 */
export function countdown(seconds, tick, over = () => {}) {
  const end = performance.now() + seconds * 1000;
  let timer = null;
  const step = () => {
    const left = Math.ceil((end - performance.now()) / 1000);
    if (left <= 0) return over();
    tick(left);
    timer = setTimeout(step, 1000 - ((performance.now() - end) % 1000 + 1000) % 1000 || 1000);
  };
  step();
  return () => clearTimeout(timer);
}
