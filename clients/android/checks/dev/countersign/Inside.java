package dev.countersign;

import java.util.Arrays;

/** Lets checks reach the boundary itself, which no app can. */
public final class Inside {
  private Inside() {}

  /**
   * What is held on both sides: handles, questions and calls of the SDK, and what waits here.
   *
   * @return the counts; the threads that are attached come last
   */
  public static long[] held() {
    long[] figures = Native.figures();
    long[] held = Arrays.copyOf(figures, figures.length + 1);
    held[figures.length] = figures[figures.length - 1];
    held[figures.length - 1] = Native.held();
    return held;
  }

  /**
   * Calls the SDK with any bytes.
   *
   * @param handle any handle
   * @param operation any number
   * @param bytes any bytes
   * @param ticket any ticket
   */
  public static void call(long handle, int operation, byte @Nullable [] bytes, long ticket) {
    Native.call(handle, operation, bytes, ticket);
  }

  /**
   * Answers a question that may never have been asked.
   *
   * @param question any number
   * @param bytes any bytes
   */
  public static void answer(long question, byte @Nullable [] bytes) {
    Native.answer(question, bytes);
  }
}
