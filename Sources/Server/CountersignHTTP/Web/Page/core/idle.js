/** Seconds without a call of the person after which the session may be over. */
const idleSeconds = 300;
/** Seconds between two questions after that. */
const pauseSeconds = 30;

let lastCall = 0;

/** Notes that the person had this page call the server: that keeps the session alive. */
export function noteActivity() {
  lastCall = performance.now();
}

/**
 * Watches for a session that ended while nobody was there, so that a balance does not stay on a
 * screen that was left alone. The server decides; the page only asks in time.
 *
 * @param {() => Promise<void>} ask asks the server, as no activity
 */
export function watchIdle(ask) {
  setInterval(() => {
    if (performance.now() - lastCall > idleSeconds * 1000) ask();
  }, pauseSeconds * 1000);
}
