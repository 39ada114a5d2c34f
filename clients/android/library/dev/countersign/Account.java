package dev.countersign;

/**
 * An account on this installation.
 *
 * @param id its id at the server
 * @param displayName the name to show
 */
public record Account(String id, String displayName) {
  static Account of(Fields fields) {
    return new Account(fields.text("id"), fields.text("displayName"));
  }
}
