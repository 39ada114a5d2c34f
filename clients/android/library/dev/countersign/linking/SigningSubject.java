package dev.countersign.linking;

import dev.countersign.encoding.ByteString;

/** What the person sees while a challenge is signed; it decides which challenges may be. */
public sealed interface SigningSubject permits ShownTransaction, NothingLinked {
  /**
   * What the platform's prompt says.
   *
   * @return a text in one line
   */
  String prompt();

  /**
   * Whether a challenge says no more and no less than what is shown.
   *
   * @param challenge the challenge
   * @return whether it may be signed
   */
  boolean covers(ByteString challenge);
}
