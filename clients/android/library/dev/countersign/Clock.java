package dev.countersign;

/**
 * The device's clocks. They are read with each call, on the caller's thread; between two calls they
 * go on by the process's own.
 */
public interface Clock {
  /**
   * The time by the device's clock, which can be set.
   *
   * @return milliseconds since 1970
   */
  long wallMilliseconds();

  /**
   * The time for which the device runs, asleep or not, which nobody can set: on Android {@code
   * SystemClock.elapsedRealtime()}.
   *
   * @return milliseconds
   */
  long runningMilliseconds();

  /**
   * The clocks of this process; where a device sleeps, the second may stand still.
   *
   * @return the clocks
   */
  static Clock ofProcess() {
    long start = System.nanoTime();
    return new Clock() {
      @Override
      public long wallMilliseconds() {
        return System.currentTimeMillis();
      }

      @Override
      public long runningMilliseconds() {
        return (System.nanoTime() - start) / 1_000_000;
      }
    };
  }
}
