package dev.countersign.vectors.encoding;

/** A value of JSON (RFC 8259). */
public sealed interface JsonValue
    permits JsonObject, JsonArray, JsonText, JsonInteger, JsonFraction, JsonFlag, JsonNull {
  /**
   * Reads a JSON text: UTF-8, nested at most 16 deep, no name twice in an object, nothing after it.
   *
   * @param utf8 the text
   * @return the value
   * @throws JsonException where it is none
   */
  static JsonValue parse(ByteString utf8) throws JsonException {
    return new JsonParser(utf8).parse();
  }

  /**
   * Reads a JSON text that must be an object.
   *
   * @param utf8 the text
   * @return the object
   * @throws JsonException where it is none
   */
  static JsonObject parseObject(ByteString utf8) throws JsonException {
    if (parse(utf8) instanceof JsonObject object) {
      return object;
    }
    throw new JsonException("must be an object");
  }

  /**
   * The value as compact JSON in UTF-8.
   *
   * @return the text
   */
  default ByteString serialized() {
    return ByteString.ofUtf8(JsonWriter.write(this));
  }
}
