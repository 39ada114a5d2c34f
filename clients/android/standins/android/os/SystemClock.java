package android.os;

/** As much of it as the example uses. */
public final class SystemClock {
  private SystemClock() {}

  public static long elapsedRealtime() {
    throw new UnsupportedOperationException("a stand-in");
  }
}
