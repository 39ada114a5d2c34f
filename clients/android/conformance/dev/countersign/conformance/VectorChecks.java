package dev.countersign.conformance;

import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonArray;
import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.encoding.JsonText;
import dev.countersign.vectors.encoding.JsonValue;
import dev.countersign.vectors.linking.CanonicalFormException;
import dev.countersign.vectors.linking.ChallengeLayout;
import dev.countersign.vectors.linking.Document;
import dev.countersign.vectors.linking.Document.Field;
import dev.countersign.vectors.linking.Language;
import dev.countersign.vectors.linking.NothingLinked;
import dev.countersign.vectors.linking.Value;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Documents and challenges, by the vectors of an independent implementation. */
final class VectorChecks {
  private final Checks checks;
  private final Path folder;

  private VectorChecks(Checks checks, Path folder) {
    this.checks = checks;
    this.folder = folder;
  }

  static void run(Checks checks, Path folder) throws Exception {
    VectorChecks vectors = new VectorChecks(checks, folder);
    vectors.documents();
    vectors.formats();
    JsonArray challenges = (JsonArray) vectors.read("challenge-vectors.json");
    for (JsonObject vector : challenges.objects()) {
      vectors.challenge(vector);
    }
  }

  private void documents() throws Exception {
    JsonObject file = (JsonObject) read("document-vectors.json");
    for (JsonObject vector : file.array("accepted").objects()) {
      Document document = Document.of(vector.object("document"));
      checks.equal(
          vector.text("name"), hexadecimal(document.canonicalForm()), vector.text("canonical"));
    }
    for (JsonObject vector : file.array("refused").objects()) {
      Document document = Document.of(vector.object("document"));
      checks.refused(vector.text("name"), CanonicalFormException.class, document::canonicalForm);
    }
    for (JsonObject vector : file.array("malformed").objects()) {
      checks.refused(
          vector.text("name"), JsonException.class, () -> Document.of(vector.object("document")));
    }
    JsonObject first = file.array("accepted").objects().get(0).object("document");
    checks.equal(
        "the prompt", Document.of(first).prompt(), "Send money: 500.00\u00a0EUR, Example Ltd");
  }

  private void formats() throws Exception {
    for (JsonObject vector : ((JsonArray) read("format-vectors.json")).objects()) {
      Language language = new Language(vector.text("language"));
      Value value = Value.of(vector.object("value"));
      checks.equal(
          value.kind() + " in " + language.tag(), value.shown(language), vector.text("text"));
    }
  }

  private void challenge(JsonObject vector) throws Exception {
    String name = vector.text("name");
    ByteString challenge = vector.bytes("challenge");
    ChallengeLayout layout = ChallengeLayout.of(challenge)
        .orElseThrow(() -> new JsonException(name + " is no challenge"));
    checks.equal("nonce of " + name, layout.nonce(), vector.bytes("nonce"));
    checks.equal("binding of " + name, layout.binding(), vector.bytes("binding"));
    boolean isLinked = vector.member("document").isPresent();
    checks.equal("link of " + name, layout.isLinked(), isLinked);
    checks.equal("simple form of " + name, new NothingLinked("").covers(challenge), !isLinked);
    if (!isLinked) {
      return;
    }
    Document document = Document.of(vector.object("document"));
    checks.equal("language of " + name, document.language().tag(), vector.text("language"));
    checks.holds(name + " covers its document", document.covers(challenge));
    others(document).forEach((change, other) ->
        checks.holds(name + " does not cover " + change, !other.covers(challenge)));
    // Each byte that a device reads beside the binding: nonce, language, scenario tag.
    for (int index = 9; index < 37; index += 1) {
      byte[] bytes = challenge.toByteArray();
      bytes[index] ^= 1;
      checks.holds(
          name + " with another byte " + index, !document.covers(ByteString.of(bytes)));
    }
  }

  /** The document with one change each. */
  private static Map<String, Document> others(Document document) throws JsonException {
    Map<String, Document> others = new LinkedHashMap<>();
    others.put("another scenario", new Document(
        "LOGIN", document.language(), document.title(), document.fields()));
    others.put("another language", new Document(
        document.scenario(), new Language("fr"), document.title(), document.fields()));
    others.put("another title", new Document(
        document.scenario(), document.language(), document.title() + "x", document.fields()));
    List<Field> more = new ArrayList<>(document.fields());
    more.add(new Field("more", "More", new Value.Flag(true)));
    others.put("a field more", with(document, more));
    for (int index = 0; index < document.fields().size(); index += 1) {
      Field field = document.fields().get(index);
      List<Field> fields = new ArrayList<>(document.fields());
      fields.remove(index);
      others.put("no " + field.name(), with(document, fields));
      fields.add(index, new Field(field.name() + "x", field.label(), field.value()));
      others.put("another name than " + field.name(), with(document, fields));
      fields.set(index, new Field(field.name(), field.label() + "x", field.value()));
      others.put("another label of " + field.name(), with(document, fields));
      List<Value> values = values(field.value());
      for (int count = 0; count < values.size(); count += 1) {
        fields.set(index, new Field(field.name(), field.label(), values.get(count)));
        others.put("value " + count + " of " + field.name(), with(document, fields));
      }
      if (index > 0) {
        List<Field> swapped = new ArrayList<>(document.fields());
        Collections.swap(swapped, index - 1, index);
        others.put("another place of " + field.name(), with(document, swapped));
      }
    }
    return others;
  }

  /** Other values than this one, of the same kind and of another. */
  private static List<Value> values(Value value) throws JsonException {
    if (value instanceof Value.Money money) {
      long units = money.minorUnits();
      return List.of(
          new Value.Money(units + 1, money.currency(), money.exponent()),
          new Value.Money(units, "GHS", money.exponent()),
          new Value.Money(units, money.currency(), money.exponent() + 1),
          new Value.Whole(units));
    }
    if (value instanceof Value.Words words) {
      JsonObject json = JsonObject.EMPTY
          .with("kind", words.kind()).with("value", new JsonText(words.text() + "x"));
      return List.of(Value.of(json), new Value.Account("BBAN", words.text()));
    }
    return List.of(new Value.Flag(true), new Value.Text("false"));
  }

  private static Document with(Document document, List<Field> fields) {
    return new Document(document.scenario(), document.language(), document.title(), fields);
  }

  private JsonValue read(String file) throws IOException, JsonException {
    return JsonValue.parse(ByteString.of(Files.readAllBytes(folder.resolve(file))));
  }

  private static String hexadecimal(ByteString bytes) {
    String digits = new BigInteger(1, bytes.toByteArray()).toString(16);
    return "0".repeat(bytes.size() * 2 - digits.length()) + digits;
  }
}
