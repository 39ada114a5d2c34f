package androidx.lifecycle;

/** What the example uses of the class. */
public abstract class Lifecycle {
  public abstract State getCurrentState();

  public enum State {
    DESTROYED,
    INITIALIZED,
    CREATED,
    STARTED,
    RESUMED;

    public boolean isAtLeast(State state) {
      return compareTo(state) >= 0;
    }
  }
}
