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
