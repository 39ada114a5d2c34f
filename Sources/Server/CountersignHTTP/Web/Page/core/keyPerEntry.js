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
