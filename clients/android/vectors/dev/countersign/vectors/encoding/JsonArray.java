package dev.countersign.vectors.encoding;

import java.util.ArrayList;
import java.util.List;

/**
 * An array of JSON.
 *
 * @param elements its elements, in order
 */
public record JsonArray(List<JsonValue> elements) implements JsonValue {
  /**
   * An array with a copy of the elements.
   *
   * @param elements its elements, in order
   */
  public JsonArray {
    elements = List.copyOf(elements);
  }

  /**
   * An array of texts.
   *
   * @param texts the texts, in order
   * @return the array
   */
  public static JsonArray of(List<String> texts) {
    List<JsonValue> elements = new ArrayList<>();
    for (String text : texts) {
      elements.add(new JsonText(text));
    }
    return new JsonArray(elements);
  }

  /**
   * The elements of an array of objects.
   *
   * @return the objects, in order
   * @throws JsonException where an element is something else
   */
  public List<JsonObject> objects() throws JsonException {
    List<JsonObject> objects = new ArrayList<>();
    for (JsonValue element : elements) {
      if (!(element instanceof JsonObject object)) {
        throw new JsonException("must be an array of objects");
      }
      objects.add(object);
    }
    return objects;
  }
}
