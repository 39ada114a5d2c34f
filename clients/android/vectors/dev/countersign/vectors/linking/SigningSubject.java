package dev.countersign.vectors.linking;

import dev.countersign.vectors.encoding.ByteString;

/** What the person sees while a challenge is signed; it decides which challenges may be. */
public sealed interface SigningSubject permits Document, NothingLinked {
  /**
   * The words of the platform's prompt.
   *
   * @return a text in one line
   */
  String prompt();

  /**
   * Tells a challenge that says no more and no less than what is shown.
   *
   * @param challenge the challenge
   * @return whether it may be signed
   */
  boolean covers(ByteString challenge);
}
