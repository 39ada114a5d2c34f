package dev.countersign.vectors.encoding;

/**
 * A number of JSON without fraction and exponent that fits 64 bits.
 *
 * @param number the number
 */
public record JsonInteger(long number) implements JsonValue {}
