package dev.countersign;

import java.util.List;

/**
 * What a person reads and signs: show all of it.
 *
 * @param scenario the scenario's name
 * @param language the language that it is in
 * @param title its title
 * @param fields its fields, in order
 */
public record Document(String scenario, String language, String title, List<Field> fields) {
  /**
   * A line of a document.
   *
   * @param name its name, as the action has it
   * @param label the label to show
   * @param kind the kind of its value: {@code money}, {@code payee}, {@code text}
   * @param shown the value as every client shows it
   * @param warnings what deserves a second look: {@code mixedScripts}, {@code lookAlike}; say so
   *     beside the value
   */
  public record Field(
      String name, String label, String kind, String shown, List<String> warnings) {
    static Field of(Fields fields) {
      return new Field(
          fields.text("name"), fields.text("label"), fields.text("kind"), fields.text("shown"),
          fields.texts("warnings"));
    }
  }

  static Document of(Fields fields) {
    return new Document(
        fields.text("scenario"), fields.text("language"), fields.text("title"),
        fields.list("fields", Field::of));
  }
}
