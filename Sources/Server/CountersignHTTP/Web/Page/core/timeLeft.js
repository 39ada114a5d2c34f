import { texts } from "../texts.js";
import { announce } from "./announce.js";
import { countdown } from "./countdown.js";
import { secondsUntil } from "./deployment.js";
import { element } from "./element.js";

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
