/**
 * Waits for some seconds, or until the signal says to stop.
 *
 * @param {number} seconds
 * @param {AbortSignal} signal
 */
export const pause = (seconds, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, seconds * 1000);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener("abort", stop, { once: true });
  });
