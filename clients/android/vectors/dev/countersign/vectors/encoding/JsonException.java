package dev.countersign.vectors.encoding;

/**
 * Bytes that are no JSON, or JSON of another shape than was expected.
 *
 * <p>The message says where and what; it repeats nothing of the text, which may hold a secret.
 */
public final class JsonException extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * Something that cannot be read.
   *
   * @param problem where and what
   */
  public JsonException(String problem) {
    super(problem);
  }
}
