package dev.countersign;

/** The app's own screens, as the context sees them; called on the app's executor. */
public interface Navigator {
  /**
   * Shows a screen, and answers once the person has.
   *
   * @param screen what to show
   * @param answer takes what the person answered
   */
  void show(Screen screen, Answer<ScreenAnswer> answer);

  /**
   * The screen that is shown is being processed, or its facts have changed.
   *
   * @param screen what to show of it
   */
  default void update(Screen screen) {}

  /**
   * A screen is of no use any more: its answer would be dropped.
   *
   * @param screen the screen
   */
  default void dismiss(Screen screen) {}
}
