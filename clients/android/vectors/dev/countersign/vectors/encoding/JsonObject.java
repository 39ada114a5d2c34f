package dev.countersign.vectors.encoding;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An object of JSON: read by the shape that is expected of it, made member by member. */
public final class JsonObject implements JsonValue {
  /** An object without members. */
  public static final JsonObject EMPTY = new JsonObject(Map.of());

  private final Map<String, JsonValue> members;

  /** Takes members that nobody changes any more. */
  JsonObject(Map<String, JsonValue> members) {
    this.members = Collections.unmodifiableMap(members);
  }

  /**
   * This object with one member more.
   *
   * @param name the member's name
   * @param value its value
   * @return the new object
   */
  public JsonObject with(String name, JsonValue value) {
    Map<String, JsonValue> more = new LinkedHashMap<>(members);
    more.put(name, value);
    return new JsonObject(more);
  }

  /**
   * This object with one text more.
   *
   * @param name the member's name
   * @param text its value
   * @return the new object
   */
  public JsonObject with(String name, String text) {
    return with(name, new JsonText(text));
  }

  /**
   * This object with one number more.
   *
   * @param name the member's name
   * @param number its value
   * @return the new object
   */
  public JsonObject with(String name, long number) {
    return with(name, new JsonInteger(number));
  }

  /**
   * This object with one flag more.
   *
   * @param name the member's name
   * @param flag its value
   * @return the new object
   */
  public JsonObject with(String name, boolean flag) {
    return with(name, new JsonFlag(flag));
  }

  /**
   * This object with all members of another one.
   *
   * @param others whose members; of one name, theirs
   * @return the new object
   */
  public JsonObject with(JsonObject others) {
    Map<String, JsonValue> more = new LinkedHashMap<>(members);
    more.putAll(others.members);
    return new JsonObject(more);
  }

  /**
   * The names of the members, in the order in which they stand.
   *
   * @return the names
   */
  public Set<String> names() {
    return members.keySet();
  }

  /**
   * A member.
   *
   * @param name its name
   * @return its value; empty where there is none, or null
   */
  public Optional<JsonValue> member(String name) {
    return Optional.ofNullable(members.get(name)).filter(value -> !(value instanceof JsonNull));
  }

  /**
   * A member that must be a text.
   *
   * @param name its name
   * @return the text
   * @throws JsonException where it is missing or something else
   */
  public String text(String name) throws JsonException {
    return member(name, JsonText.class, "a text").text();
  }

  /**
   * A member that must be a text where it is there.
   *
   * @param name its name
   * @return the text; empty where it is missing
   * @throws JsonException where it is something else
   */
  public Optional<String> optionalText(String name) throws JsonException {
    return member(name).isEmpty() ? Optional.empty() : Optional.of(text(name));
  }

  /**
   * A member that must be an integer.
   *
   * @param name its name
   * @return the integer
   * @throws JsonException where it is missing or something else
   */
  public long integer(String name) throws JsonException {
    return member(name, JsonInteger.class, "an integer").number();
  }

  /**
   * A member that must be true or false.
   *
   * @param name its name
   * @return which of them
   * @throws JsonException where it is missing or something else
   */
  public boolean flag(String name) throws JsonException {
    return member(name, JsonFlag.class, "true or false").isTrue();
  }

  /**
   * A member that must be an object.
   *
   * @param name its name
   * @return the object
   * @throws JsonException where it is missing or something else
   */
  public JsonObject object(String name) throws JsonException {
    return member(name, JsonObject.class, "an object");
  }

  /**
   * A member that must be an array.
   *
   * @param name its name
   * @return the array
   * @throws JsonException where it is missing or something else
   */
  public JsonArray array(String name) throws JsonException {
    return member(name, JsonArray.class, "an array");
  }

  /**
   * A member that must be bytes as base64url.
   *
   * @param name its name
   * @return the bytes
   * @throws JsonException where it is missing or something else
   */
  public ByteString bytes(String name) throws JsonException {
    try {
      return ByteString.ofBase64Url(text(name));
    } catch (JsonException problem) {
      throw new JsonException(name + ": " + problem.getMessage());
    }
  }

  private <Value extends JsonValue> Value member(String name, Class<Value> type, String what)
      throws JsonException {
    JsonValue value = members.get(name);
    if (!type.isInstance(value)) {
      throw new JsonException(name + " must be " + what);
    }
    return type.cast(value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JsonObject that && members.equals(that.members);
  }

  @Override
  public int hashCode() {
    return members.hashCode();
  }

  // The names alone: a value may be a secret.
  @Override
  public String toString() {
    return "object of " + members.keySet();
  }
}
