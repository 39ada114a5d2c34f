package dev.countersign.vectors.encoding;

/**
 * A string of JSON.
 *
 * @param text the text
 */
public record JsonText(String text) implements JsonValue {}
