package dev.countersign.vectors;

import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.linking.Document;

/**
 * Something that a person proves on this device: what is asked for, when the server's document is
 * the one that was asked for, and what comes back. {@link AccountSession#options(ClientAction)} and
 * {@link AccountSession#perform} do the rest in one way for all of them.
 *
 * @param <Result> the action's own answer
 * @see Declared
 */
public interface ClientAction<Result> {
  /**
   * The scenario's name in challenges, tokens and routes.
   *
   * @return 1 to 64 ASCII capitals, digits or underscores, a capital first
   */
  String scenario();

  /**
   * What is asked for, as the server gets it.
   *
   * @return the payload, without the proof
   */
  JsonObject payload();

  /**
   * Compares the server's document with the payload: it is shown and signed only if this is true.
   * The session has compared the scenario before.
   *
   * @param document the document of the server's answer
   * @return whether every value of the payload stands there unchanged; values that the server
   *     filled in may stand beside them
   */
  boolean isAnsweredBy(Document document);

  /**
   * Reads what the server says of the executed action.
   *
   * @param result the result; without members where the server says no more
   * @return the action's own answer
   * @throws JsonException where it is not what this action answers
   */
  Result result(JsonObject result) throws JsonException;
}
