package dev.countersign.vectors.encoding;

/**
 * True or false.
 *
 * @param isTrue which of them
 */
public record JsonFlag(boolean isTrue) implements JsonValue {}
