package dev.countersign.vectors.encoding;

import java.util.Iterator;

/** Writes compact JSON. */
final class JsonWriter {
  private final StringBuilder written = new StringBuilder();

  private JsonWriter() {}

  static String write(JsonValue value) {
    JsonWriter writer = new JsonWriter();
    writer.append(value);
    return writer.written.toString();
  }

  private void append(JsonValue value) {
    if (value instanceof JsonText text) {
      appendText(text.text());
    } else if (value instanceof JsonInteger integer) {
      written.append(integer.number());
    } else if (value instanceof JsonFraction fraction) {
      written.append(fraction.text());
    } else if (value instanceof JsonFlag flag) {
      written.append(flag.isTrue());
    } else if (value instanceof JsonArray array) {
      appendArray(array);
    } else if (value instanceof JsonObject object) {
      appendObject(object);
    } else {
      written.append("null");
    }
  }

  private void appendArray(JsonArray array) {
    written.append('[');
    for (Iterator<JsonValue> rest = array.elements().iterator(); rest.hasNext(); ) {
      append(rest.next());
      if (rest.hasNext()) {
        written.append(',');
      }
    }
    written.append(']');
  }

  private void appendObject(JsonObject object) {
    written.append('{');
    for (Iterator<String> rest = object.names().iterator(); rest.hasNext(); ) {
      String name = rest.next();
      appendText(name);
      written.append(':');
      append(object.member(name).orElseGet(JsonNull::new));
      if (rest.hasNext()) {
        written.append(',');
      }
    }
    written.append('}');
  }

  private void appendText(String text) {
    written.append('"');
    for (int index = 0; index < text.length(); index += 1) {
      char character = text.charAt(index);
      switch (character) {
        case '"', '\\' -> written.append('\\').append(character);
        case '\b' -> written.append("\\b");
        case '\t' -> written.append("\\t");
        case '\n' -> written.append("\\n");
        case '\f' -> written.append("\\f");
        case '\r' -> written.append("\\r");
        default -> {
          if (character < 0x20) {
            written.append(String.format("\\u%04x", (int) character));
          } else {
            written.append(character);
          }
        }
      }
    }
    written.append('"');
  }
}
