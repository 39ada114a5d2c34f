package dev.countersign.vectors;

import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;

/**
 * What became of an action.
 *
 * @param id the operation's id at the server, which hosts are told too
 * @param status how far it has come
 * @param result the action's own answer as it stands now
 * @param <Result> the action's own answer
 */
public record Operation<Result>(String id, Status status, Result result) {
  /** How far an operation has come. */
  public enum Status {
    /** It is executed; what follows from it is not known yet. */
    PENDING("pending"),
    /** It is done. */
    COMPLETED("completed"),
    /** It came to nothing, and what it had changed is undone. */
    FAILED("failed");

    private final String text;

    Status(String text) {
      this.text = text;
    }

    /**
     * The status that an answer names.
     *
     * @param text its text on the wire
     * @return the status
     * @throws JsonException if none is called so
     */
    public static Status of(String text) throws JsonException {
      for (Status status : values()) {
        if (status.text.equals(text)) {
          return status;
        }
      }
      throw new JsonException("status is none of those known");
    }
  }

  static <Result> Operation<Result> of(ClientAction<Result> action, JsonObject answer)
      throws JsonException {
    if (!answer.text("scenario").equals(action.scenario())) {
      throw new JsonException("the operation is of another scenario");
    }
    JsonObject result =
        answer.member("result").isPresent() ? answer.object("result") : JsonObject.EMPTY;
    return new Operation<>(
        answer.text("operationID"), Status.of(answer.text("status")), action.result(result));
  }
}
