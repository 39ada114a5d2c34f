package dev.countersign.vectors;

import java.util.Optional;

/**
 * The server refuses, and says why: nothing was executed, by no copy of the request. A refused
 * proof is not used up.
 */
public final class RefusedException extends CountersignException {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;
  private final transient Optional<Long> retryAfterSeconds;

  RefusedException(Problem problem, Optional<Long> retryAfterSeconds) {
    super(problem.reason());
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /**
   * Why.
   *
   * @return the problem
   */
  public Problem problem() {
    return problem;
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
