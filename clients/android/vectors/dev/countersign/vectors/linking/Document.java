package dev.countersign.vectors.linking;

import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.encoding.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A protected action as a person is shown it, word for word: what is signed, and what is then
 * executed. A screen shows the title and all fields, in their order, and nothing else.
 *
 * @param scenario the scenario's name
 * @param language the language of title and labels
 * @param title the action in the person's words
 * @param fields the fields, in the order in which they are shown; no two have one name
 */
public record Document(String scenario, Language language, String title, List<Field> fields)
    implements SigningSubject {
  private static final String DOMAIN = "countersign/document/v2";
  private static final Set<String> NAMES = Set.of("scenario", "language", "title", "fields");

  /**
   * A document with a copy of the list.
   *
   * @param scenario the scenario's name
   * @param language the language of title and labels
   * @param title the action in the person's words
   * @param fields the fields
   * @throws IllegalArgumentException if two fields have one name
   */
  public Document {
    fields = List.copyOf(fields);
    Set<String> names = new HashSet<>();
    if (!fields.stream().allMatch(field -> names.add(field.name()))) {
      throw new IllegalArgumentException("two fields have one name");
    }
  }

  /**
   * One value with its name and its label.
   *
   * @param name the name in payloads: 1 to 64 ASCII letters, digits or underscores
   * @param label the words before the value on the screen
   * @param value the value
   */
  public record Field(String name, String label, Value value) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]{1,64}");
    private static final Set<String> NAMES = Set.of("name", "kind", "label", "value");

    /**
     * A field.
     *
     * @param name the name in payloads
     * @param label the words before the value
     * @param value the value
     * @throws IllegalArgumentException if the name has another form
     */
    public Field {
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException("a field has another name than fields may have");
      }
    }

    static Field of(JsonObject json) throws JsonException {
      if (!NAMES.equals(json.names())) {
        throw new JsonException("a field has other members than these");
      }
      return new Field(json.text("name"), json.text("label"), Value.of(json));
    }
  }

  /**
   * Reads the {@code document} of an answer.
   *
   * @param json the member
   * @return the document
   * @throws JsonException if a member is missing, something else, or unknown: what is not shown
   *     must not be signed
   */
  public static Document of(JsonObject json) throws JsonException {
    if (!NAMES.equals(json.names())) {
      throw new JsonException("a document has other members than these");
    }
    try {
      List<Field> fields = new ArrayList<>();
      for (JsonObject field : json.array("fields").objects()) {
        fields.add(Field.of(field));
      }
      return new Document(
          json.text("scenario"), new Language(json.text("language")), json.text("title"), fields);
    } catch (IllegalArgumentException refusal) {
      throw new JsonException(refusal.getMessage());
    }
  }

  /**
   * The value of a field.
   *
   * @param name the field's name
   * @return the value; empty if there is no field of that name
   */
  public Optional<Value> value(String name) {
    return fields.stream().filter(field -> field.name().equals(name)).map(Field::value).findFirst();
  }

  /**
   * Compares the fields with a payload of a declared scenario: each of its names once, no other,
   * and the same value ({@code docs/scenarios-file.md}). An app need not know the declaration.
   *
   * @param payload what was asked for
   * @return whether the fields say it, in any spelling that the server takes
   */
  public boolean answers(JsonObject payload) {
    return fields.size() == payload.names().size()
        && fields.stream().allMatch(field -> {
          Optional<JsonValue> asked = payload.member(field.name());
          return asked.isPresent() && AskedValue.isShown(field.value(), asked.get());
        });
  }

  /**
   * Finds what a person should be told beside the payees, references and texts, each of which may
   * be shown and signed ({@link DisplayRule#warnings}).
   *
   * @return the warnings by the names of their fields, in the fields' order; a field that deserves
   *     no second look is not in it
   */
  public Map<String, List<DisplayWarning>> warnings() {
    Map<String, List<DisplayWarning>> found = new LinkedHashMap<>();
    for (Field field : fields) {
      if (field.value() instanceof Value.Words words) {
        List<DisplayWarning> warnings = DisplayRule.warnings(words.text());
        if (!warnings.isEmpty()) {
          found.put(field.name(), warnings);
        }
      }
    }
    return Collections.unmodifiableMap(found);
  }

  /**
   * The canonical form, version 2, which a challenge is linked to.
   *
   * @return the bytes
   * @throws CanonicalFormException if a text cannot be shown truthfully
   */
  public ByteString canonicalForm() throws CanonicalFormException {
    CanonicalForm form = new CanonicalForm()
        .lengthed(DOMAIN)
        .lengthed(scenario)
        .unlengthed(language.padded())
        .text("title", title, TextUse.LABEL)
        .integer(fields.size());
    for (Field field : fields) {
      form.lengthed(field.name())
          .lengthed(field.value().kind())
          .text(field.name(), field.label(), TextUse.LABEL);
      field.value().append(form, field.name());
    }
    return form.bytes();
  }

  /**
   * The title, and each amount and payee: what a payer has to be told by law (PSD2 RTS, Article
   * 5). The screen behind the prompt shows all the rest.
   */
  @Override
  public String prompt() {
    String words = CanonicalForm.normalized(title);
    String values = fields.stream()
        .map(Field::value)
        .filter(value -> value instanceof Value.Money || value instanceof Value.Payee)
        .map(value -> value.shown(language))
        .collect(Collectors.joining(", "));
    return values.isEmpty() ? words : words + ": " + values;
  }

  @Override
  public boolean covers(ByteString challenge) {
    Optional<ChallengeLayout> layout = ChallengeLayout.of(challenge);
    try {
      return layout.isPresent() && layout.get().isLinkedTo(this);
    } catch (CanonicalFormException notShowable) {
      return false;
    }
  }
}
