package dev.countersign.vectors;

import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;

/**
 * A code that was sent to the person.
 *
 * @param id what it is given back by, together with the code
 * @param resendAfterSeconds seconds until another may be asked for
 */
public record CodeRequest(String id, long resendAfterSeconds) {
  static CodeRequest of(JsonObject answer) throws JsonException {
    return new CodeRequest(answer.text("codeRequest"), answer.integer("resendAfter"));
  }
}
