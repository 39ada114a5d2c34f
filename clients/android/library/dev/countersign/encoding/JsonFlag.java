package dev.countersign.encoding;

/**
 * True or false.
 *
 * @param isTrue which of them
 */
public record JsonFlag(boolean isTrue) implements JsonValue {}
