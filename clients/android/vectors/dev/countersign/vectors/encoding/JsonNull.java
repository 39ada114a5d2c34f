package dev.countersign.vectors.encoding;

/** The value null; a member that is null counts as one that is not there. */
public record JsonNull() implements JsonValue {}
