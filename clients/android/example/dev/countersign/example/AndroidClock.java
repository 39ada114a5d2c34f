package dev.countersign.example;

import android.os.SystemClock;
import dev.countersign.Clock;

/** The clocks of an Android device; the second goes on while the device sleeps. */
public final class AndroidClock implements Clock {
  /** The device's clocks. */
  public AndroidClock() {}

  @Override
  public long wallMilliseconds() {
    return System.currentTimeMillis();
  }

  @Override
  public long runningMilliseconds() {
    return SystemClock.elapsedRealtime();
  }
}
