package dev.countersign.checks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON taken apart and put together, each value as it is written: a check may send what no writer
 * would write. What it reads is well formed.
 */
final class Json {
  private Json() {}

  /** The members of an object, in their order. */
  static Map<String, String> members(String object) {
    List<String> parts = parts(object);
    Map<String, String> members = new LinkedHashMap<>();
    for (int index = 0; index < parts.size(); index += 2) {
      members.put(text(parts.get(index)), parts.get(index + 1));
    }
    return members;
  }

  /** The elements of an array. */
  static List<String> elements(String array) {
    return parts(array);
  }

  /** The text that a string stands for. */
  static String text(String string) {
    StringBuilder text = new StringBuilder();
    for (int index = 1; index < string.length() - 1; index++) {
      char unit = string.charAt(index);
      if (unit != '\\') {
        text.append(unit);
        continue;
      }
      index++;
      switch (string.charAt(index)) {
        case 'u' -> {
          text.append((char) Integer.parseInt(string.substring(index + 1, index + 5), 16));
          index += 4;
        }
        case 'b' -> text.append('\b');
        case 'f' -> text.append('\f');
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        default -> text.append(string.charAt(index));
      }
    }
    return text.toString();
  }

  /** A string for a text. */
  static String string(String text) {
    StringBuilder string = new StringBuilder("\"");
    for (char unit : text.toCharArray()) {
      string.append(String.format("\\u%04x", (int) unit));
    }
    return string.append('"').toString();
  }

  /** An object of members as they are written. */
  static String object(Map<String, String> members) {
    List<String> written = new ArrayList<>();
    members.forEach((name, value) -> written.add(string(name) + ":" + value));
    return "{" + String.join(",", written) + "}";
  }

  /** What stands between the commas and colons of an object or an array. */
  private static List<String> parts(String value) {
    List<String> parts = new ArrayList<>();
    int end = value.length() - 1;
    int start = 1;
    int depth = 0;
    boolean isText = false;
    for (int index = 1; index < end; index++) {
      char unit = value.charAt(index);
      if (isText) {
        index += unit == '\\' ? 1 : 0;
        isText = unit != '"';
      } else if (unit == '"') {
        isText = true;
      } else if (unit == '{' || unit == '[') {
        depth++;
      } else if (unit == '}' || unit == ']') {
        depth--;
      } else if (depth == 0 && (unit == ',' || unit == ':')) {
        parts.add(value.substring(start, index).strip());
        start = index + 1;
      }
    }
    String last = value.substring(start, end).strip();
    if (!last.isEmpty()) {
      parts.add(last);
    }
    return parts;
  }
}
