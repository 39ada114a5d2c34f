package dev.countersign.vectors;

import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.linking.Document;

/**
 * An action of a scenario that the server's configuration declares: its document has the payload's
 * fields, and no others. The server records the operation and tells the host.
 *
 * @param scenario the scenario's name
 * @param payload what is asked for
 */
public record Declared(String scenario, JsonObject payload) implements ClientAction<JsonObject> {
  @Override
  public boolean isAnsweredBy(Document document) {
    return document.answers(payload);
  }

  @Override
  public JsonObject result(JsonObject result) {
    return result;
  }
}
