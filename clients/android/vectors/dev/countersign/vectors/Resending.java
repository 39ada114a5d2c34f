package dev.countersign.vectors;

import dev.countersign.vectors.http.TransportException.Delivery;
import java.time.Duration;

/**
 * How an action is sent again whose answer was lost. Only what bears a name is: its repetition
 * executes nothing.
 *
 * @param attempts how often it is sent at most, the first time included
 * @param pause how long is waited between two attempts
 */
public record Resending(int attempts, Duration pause) {
  /** For a person who waits: four times in all, 2 s apart. */
  public static final Resending STANDARD = new Resending(4, Duration.ofSeconds(2));

  /** One attempt. */
  interface Attempt<Answer> {
    Answer make() throws CountersignException;
  }

  /**
   * Makes attempts until there is an answer or a refusal. After a lost answer a refusal says
   * nothing of the copy that was sent before, and an answer that cannot be read says nothing at
   * all.
   */
  <Answer> Answer run(OperationId operation, Attempt<Answer> attempt) throws CountersignException {
    boolean isSent = false;
    for (int made = 1; ; made += 1) {
      try {
        return attempt.make();
      } catch (NoAnswerException lost) {
        if (!isSent && lost.delivery() == Delivery.NOT_SENT) {
          throw lost;
        }
      } catch (RefusedException refusal) {
        if (!isSent) {
          throw refusal;
        }
        // A copy that was shed says nothing, and neither does it end the sending.
        if (!refusal.problem().reason().equals("overloaded")) {
          throw new OutcomeUnknownException(operation);
        }
      } catch (NotUnderstoodException unreadable) {
        throw new OutcomeUnknownException(operation);
      } catch (ServerFailedException failed) {
        // What a failed server did is as unknown as what became of a lost answer.
      }
      isSent = true;
      if (made >= attempts || !hasWaited()) {
        throw new OutcomeUnknownException(operation);
      }
    }
  }

  private boolean hasWaited() {
    try {
      Thread.sleep(pause.toMillis());
      return true;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
