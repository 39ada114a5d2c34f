package dev.countersign;

/**
 * Where a seam gives its one answer, from any thread; what comes after the first, or too late, is
 * dropped.
 *
 * @param <T> what is answered
 */
public interface Answer<T> {
  /**
   * Answers.
   *
   * @param value the answer
   */
  void give(T value);

  /**
   * Says why there is no answer.
   *
   * @param problem why; a {@link SeamException} tells the SDK what it was
   */
  void fail(Exception problem);
}
