package dev.countersign.vectors;

import java.util.Optional;

/** The server failed: a status of 500 or more. What it did is not known. */
public final class ServerFailedException extends CountersignException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final transient Optional<Long> retryAfterSeconds;

  ServerFailedException(int status, Optional<Long> retryAfterSeconds) {
    super("status " + status);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /**
   * The status of HTTP.
   *
   * @return 500 to 599
   */
  public int status() {
    return status;
  }

  /**
   * After how many seconds it may be tried again.
   *
   * @return the seconds; empty where the server does not say
   */
  public Optional<Long> retryAfterSeconds() {
    return retryAfterSeconds;
  }
}
