/**
 * Wraps what a button starts so that it runs once at a time: a second click while it runs does
 * nothing. The guard is set before anything is awaited. The focus stays where it was.
 *
 * @param {() => HTMLElement[]} controls what is disabled meanwhile
 * @param {(...given) => Promise<void>} task is given what comes after the event
 */
export function once(controls, task) {
  let isRunning = false;
  return async (event, ...given) => {
    event?.preventDefault();
    if (isRunning) return;
    isRunning = true;
    const focused = document.activeElement;
    const disabled = controls().filter((control) => !control.disabled);
    for (const control of disabled) control.disabled = true;
    try {
      await task(...given);
    } finally {
      isRunning = false;
      for (const control of disabled) control.disabled = false;
      // What is disabled loses the focus: the person is where they were, on the same screen.
      const isLost = document.activeElement === document.body && focused !== null;
      if (isLost && focused.isConnected) focused.focus({ preventScroll: true });
    }
  };
}

/**
 * Makes idempotency keys for what a person enters: the same entered again, because no answer came,
 * keeps its key and is done once; anything else gets another.
 *
 * @returns {(...entries: string[]) => string}
 */
export function keyPerEntry() {
  let key = null;
  let last = null;
  return (...entries) => {
    const entered = JSON.stringify(entries);
    if (entered !== last) key = crypto.randomUUID();
    last = entered;
    return key;
  };
}
