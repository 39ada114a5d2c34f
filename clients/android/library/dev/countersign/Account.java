package dev.countersign;

/**
 * An account on this installation.
 *
 * @param id its id at the server
 * @param displayName the name to show
 * @param isCurrent whether it is the one that was used last; no flow tells it
 */
public record Account(String id, String displayName, boolean isCurrent) {
  static Account of(Fields fields) {
    return new Account(
        fields.text("id"), fields.text("displayName"),
        Boolean.TRUE.equals(fields.members().get("isCurrent")));
  }
}
