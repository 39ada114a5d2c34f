package dev.countersign.checks;

import dev.countersign.Clock;

/** The process's clocks, of which a check turns the one that nobody can set. */
final class TurnedClock implements Clock {
  private final Clock clock = Clock.ofProcess();
  private volatile long aheadMilliseconds;
  volatile boolean isBroken;

  void turn(long seconds) {
    aheadMilliseconds += seconds * 1000;
  }

  @Override
  public long wallMilliseconds() {
    if (isBroken) {
      throw new IllegalStateException("the clock is broken");
    }
    return clock.wallMilliseconds();
  }

  @Override
  public long runningMilliseconds() {
    return clock.runningMilliseconds() + aheadMilliseconds;
  }
}
