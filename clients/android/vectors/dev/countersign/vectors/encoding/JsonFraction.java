package dev.countersign.vectors.encoding;

/**
 * Any other number of JSON, as it was written: nothing here counts with it.
 *
 * @param text the number as text
 */
public record JsonFraction(String text) implements JsonValue {}
