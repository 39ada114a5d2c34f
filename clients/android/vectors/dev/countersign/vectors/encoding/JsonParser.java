package dev.countersign.vectors.encoding;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A strict recursive parser that visits each character once. */
final class JsonParser {
  /** How many arrays and objects may stand inside each other, so that the stack is bounded. */
  private static final int MAXIMUM_DEPTH = 16;

  private static final char END = '\uffff';

  private final String text;
  private int offset = 0;

  JsonParser(ByteString utf8) throws JsonException {
    try {
      // Unlike `new String`, a decoder reports what is no UTF-8.
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8.toByteArray()))
          .toString();
    } catch (CharacterCodingException problem) {
      throw new JsonException("the text is not UTF-8");
    }
  }

  JsonValue parse() throws JsonException {
    skipWhitespace();
    JsonValue value = value(0);
    skipWhitespace();
    if (offset < text.length()) {
      throw failure("characters after the value");
    }
    return value;
  }

  private JsonValue value(int depth) throws JsonException {
    return switch (current()) {
      case '"' -> new JsonText(string());
      case '{' -> object(depth + 1);
      case '[' -> array(depth + 1);
      case 't' -> literal("true", new JsonFlag(true));
      case 'f' -> literal("false", new JsonFlag(false));
      case 'n' -> literal("null", new JsonNull());
      default -> number();
    };
  }

  private JsonValue object(int depth) throws JsonException {
    enter(depth);
    Map<String, JsonValue> members = new LinkedHashMap<>();
    if (take('}')) {
      return new JsonObject(members);
    }
    do {
      skipWhitespace();
      if (current() != '"') {
        throw failure("expected a member's name");
      }
      String name = string();
      skipWhitespace();
      if (!take(':')) {
        throw failure("expected : after a name");
      }
      skipWhitespace();
      if (members.put(name, value(depth)) != null) {
        throw failure("a member's name twice");
      }
      skipWhitespace();
    } while (take(','));
    if (!take('}')) {
      throw failure("expected , or } in an object");
    }
    return new JsonObject(members);
  }

  private JsonValue array(int depth) throws JsonException {
    enter(depth);
    List<JsonValue> elements = new ArrayList<>();
    if (take(']')) {
      return new JsonArray(elements);
    }
    do {
      skipWhitespace();
      elements.add(value(depth));
      skipWhitespace();
    } while (take(','));
    if (!take(']')) {
      throw failure("expected , or ] in an array");
    }
    return new JsonArray(elements);
  }

  private void enter(int depth) throws JsonException {
    if (depth > MAXIMUM_DEPTH) {
      throw failure("nested too deep");
    }
    offset += 1;
    skipWhitespace();
  }

  private JsonValue literal(String literal, JsonValue value) throws JsonException {
    if (!text.startsWith(literal, offset)) {
      throw failure("no literal of JSON");
    }
    offset += literal.length();
    return value;
  }

  private JsonValue number() throws JsonException {
    int start = offset;
    take('-');
    int firstDigit = offset;
    digits();
    if (text.charAt(firstDigit) == '0' && offset - firstDigit > 1) {
      throw failure("a number with a leading zero");
    }
    boolean isInteger = true;
    if (take('.')) {
      isInteger = false;
      digits();
    }
    if (take('e') || take('E')) {
      isInteger = false;
      if (!take('+')) {
        take('-');
      }
      digits();
    }
    String number = text.substring(start, offset);
    try {
      return isInteger ? new JsonInteger(Long.parseLong(number)) : new JsonFraction(number);
    } catch (NumberFormatException beyond64Bits) {
      return new JsonFraction(number);
    }
  }

  private void digits() throws JsonException {
    int start = offset;
    while (current() >= '0' && current() <= '9') {
      offset += 1;
    }
    if (offset == start) {
      throw failure("no value begins here");
    }
  }

  private String string() throws JsonException {
    offset += 1;
    StringBuilder string = new StringBuilder();
    while (offset < text.length()) {
      char character = text.charAt(offset);
      offset += 1;
      if (character == '"') {
        return string.toString();
      }
      if (character < 0x20) {
        throw failure("a raw control character in a string");
      }
      if (character == '\\') {
        escape(string);
      } else {
        string.append(character);
      }
    }
    throw failure("the text ends inside a string");
  }

  private void escape(StringBuilder string) throws JsonException {
    char kind = current();
    offset += 1;
    switch (kind) {
      case '"', '\\', '/' -> string.append(kind);
      case 'b' -> string.append('\b');
      case 'f' -> string.append('\f');
      case 'n' -> string.append('\n');
      case 'r' -> string.append('\r');
      case 't' -> string.append('\t');
      case 'u' -> {
        char first = fourHexadecimalDigits();
        string.append(first);
        if (Character.isHighSurrogate(first)) {
          string.append(secondSurrogate());
        } else if (Character.isLowSurrogate(first)) {
          throw failure("half of a surrogate pair");
        }
      }
      default -> throw failure("an unknown escape");
    }
  }

  private char secondSurrogate() throws JsonException {
    if (take('\\') && take('u')) {
      char second = fourHexadecimalDigits();
      if (Character.isLowSurrogate(second)) {
        return second;
      }
    }
    throw failure("half of a surrogate pair");
  }

  private char fourHexadecimalDigits() throws JsonException {
    int value = 0;
    for (int count = 0; count < 4; count += 1) {
      // Character.digit knows digits of other scripts too.
      int digit = current() < 0x80 ? Character.digit(current(), 16) : -1;
      if (digit < 0) {
        throw failure("no hexadecimal digit");
      }
      value = value << 4 | digit;
      offset += 1;
    }
    return (char) value;
  }

  private char current() {
    return offset < text.length() ? text.charAt(offset) : END;
  }

  private boolean take(char expected) {
    if (current() != expected) {
      return false;
    }
    offset += 1;
    return true;
  }

  private void skipWhitespace() {
    while (current() == ' ' || current() == '\n' || current() == '\r' || current() == '\t') {
      offset += 1;
    }
  }

  private JsonException failure(String problem) {
    return new JsonException(problem + " (at character " + offset + ")");
  }
}
