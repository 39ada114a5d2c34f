package dev.countersign.checks;

import dev.countersign.Countersign;
import dev.countersign.Document;
import dev.countersign.Nullable;
import dev.countersign.Scenario;
import dev.countersign.Setup;
import dev.countersign.WaitingTransaction;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The vectors of documents, challenges, values and display rules, which no code of the SDK has
 * made, through the SDK behind JNI: what it shows, and what it signs.
 *
 * <p>A server that says anything stands between the SDK and the real one. The SDK has signed a
 * document's canonical form where it signs a challenge that was made from the vector's bytes.
 */
final class VectorChecks {
  private static final String NOT_AS_SHOWN = "challenge_not_as_shown";
  private static final String NOT_AS_ASKED = "transaction_not_as_asked";
  private static final String NOT_UNDERSTOOD = "answer_not_understood";
  private static final String PAY_INVOICE = "PAY_INVOICE";
  /** What no payload can ask for: an amount below zero, and parts of a second. */
  private static final Set<String> NEVER_ASKED =
      Set.of("smallest numbers", "a time in milliseconds");
  /** The bytes of a challenge that say what it is linked to. */
  private static final int LINK_START = 9;
  private static final int LINK_END = 69;

  private final Path wireVectors;
  private final Path displayVectors;
  private final Person person = new Person();
  private final FeignedServer server = new FeignedServer();
  private final Run run;

  private VectorChecks(String address, Path wireVectors, Path displayVectors) {
    this.wireVectors = wireVectors;
    this.displayVectors = displayVectors;
    run = new Run(Countersign.open(new Setup(
        address, "localhost", BoundaryChecks.ORIGIN, "A JVM", List.of("en"), new MemoryVault(),
        server, new MemoryKeys(), person, person, BoundaryChecks.APP, person,
        List.of(scenario(PAY_INVOICE), scenario("TRANSFER")), person.clock)), person);
  }

  private static Scenario scenario(String name) {
    return new Scenario(name, Scenario.Level.BIOMETRICS_ONLY, Set.of(), "Done", "It is done.");
  }

  /**
   * Runs the checks.
   *
   * @param arguments the server's address, the folder with the vectors of documents and
   *     challenges, and the one with those of the display rules
   * @throws Exception where a check cannot be run
   */
  public static void main(String[] arguments) throws Exception {
    Run.begin();
    VectorChecks checks =
        new VectorChecks(arguments[0], Path.of(arguments[1]), Path.of(arguments[2]));
    try {
      checks.enrol();
      checks.documents();
      checks.challenges();
      checks.values();
      checks.texts();
      checks.run.check("nothing is left under way", Run.isIdle());
    } catch (Exception problem) {
      problem.printStackTrace();
      checks.run.check("the checks run to their end: " + problem, false);
    }
    System.exit(checks.run.report() ? 0 : 1);
  }

  /** An account with a key past its wait, and the options that the real server gives it. */
  private void enrol() throws Exception {
    var flows = run.countersign.flows();
    run.checkDone("ENROL", flows.startEnrol(Run.wish("enrol ada@example.com")), FlowChecks.PIN);
    Run.wish("waits");
    run.checkDone("ADD_BIOMETRICS", flows.startAddBiometrics(null), FlowChecks.PIN);
    Run.wish("waits");
    run.check("the key signs for the real server",
        Run.isAuthorized(run.process("TEST_BIOMETRICS", Map.of())));
    server.feigns = true;
  }

  // Documents and challenges

  private void documents() throws Exception {
    Map<String, String> file = Json.members(read(wireVectors, "document-vectors.json"));
    for (String each : Json.elements(file.get("accepted"))) {
      Map<String, String> vector = Json.members(each);
      String document = vector.get("document");
      byte[] canonical = HexFormat.of().parseHex(Json.text(vector.get("canonical")));
      byte[] challenge = Challenge.of(Json.members(document), canonical);
      String name = Json.text(vector.get("name"));
      check(name, document, challenge, NEVER_ASKED.contains(name) ? NOT_AS_ASKED : null);
      // The last byte of the form is of the last value, or of the count of fields.
      canonical[canonical.length - 1] ^= 1;
      check(name + ", another byte", document, Challenge.of(Json.members(document), canonical),
          NEVER_ASKED.contains(name) ? NOT_AS_ASKED : NOT_AS_SHOWN);
    }
    run.check("the prompt says what is signed", person.prompts.stream()
        .anyMatch(prompt -> prompt.text().equals("Send money: 500.00\u00a0EUR, Example Ltd")));
    for (String each : Json.elements(file.get("refused"))) {
      Map<String, String> vector = Json.members(each);
      check(Json.text(vector.get("name")), vector.get("document"), Challenge.other(),
          NOT_AS_ASKED);
    }
    for (String each : Json.elements(file.get("malformed"))) {
      Map<String, String> vector = Json.members(each);
      check(Json.text(vector.get("name")), vector.get("document"), Challenge.other(),
          NOT_UNDERSTOOD);
    }
  }

  private void challenges() throws Exception {
    List<Map<String, String>> vectors = Json.elements(read(wireVectors, "challenge-vectors.json"))
        .stream().map(Json::members).toList();
    for (Map<String, String> vector : vectors) {
      String name = Json.text(vector.get("name"));
      byte[] challenge = Base64.getUrlDecoder().decode(Json.text(vector.get("challenge")));
      for (Map<String, String> other : vectors) {
        if (isLinked(other)) {
          check(name + ", " + other.get("name"), other.get("document"), challenge,
              other == vector ? null : NOT_AS_SHOWN);
        }
      }
      for (int index = 0; isLinked(vector) && index < challenge.length; index++) {
        byte[] bytes = challenge.clone();
        bytes[index] ^= 0x10;
        boolean isRead = index == 0 || index >= LINK_START && index < LINK_END;
        check(name + ", byte " + index, vector.get("document"), bytes,
            isRead ? NOT_AS_SHOWN : null);
      }
    }
  }

  private static boolean isLinked(Map<String, String> vector) {
    return !vector.get("document").equals("null");
  }

  /**
   * Has a document signed.
   *
   * @param name what is checked
   * @param document the document as the server writes it
   * @param challenge the challenge as the server gives it
   * @param failure the code of what goes wrong; null where it is signed
   */
  private void check(String name, String document, byte[] challenge, @Nullable String failure)
      throws Exception {
    String scenario = Objects.requireNonNullElse(Json.members(document).get("scenario"), "\"\"");
    String asked = Json.text(scenario).isEmpty() ? PAY_INVOICE : Json.text(scenario);
    server.say(document, challenge, asked);
    int prompts = person.prompts.size();
    var outcome = run.process(asked, payload(document)).outcome();
    String told = outcome == null ? "left" : outcome.failure();
    boolean isAsTold = failure == null
        ? server.signed().equals(List.of(Challenge.text(challenge)))
            && person.prompts.size() == prompts + 1
        : server.signed().isEmpty() && person.prompts.size() == prompts;
    run.check(name + ": " + told, Objects.equals(told, failure) && isAsTold);
  }

  /** What an app asks for where it wants what a document says. */
  private static Map<String, Object> payload(String document) {
    Map<String, Object> payload = new LinkedHashMap<>();
    String fields = Json.members(document).getOrDefault("fields", "[]");
    for (String each : fields.startsWith("[") ? Json.elements(fields) : List.<String>of()) {
      Map<String, String> field = each.startsWith("{") ? Json.members(each) : Map.of();
      if (field.keySet().containsAll(Set.of("name", "kind", "value"))) {
        payload.put(Json.text(field.get("name")), asked(field));
      }
    }
    return payload;
  }

  private static Object asked(Map<String, String> field) {
    String value = field.get("value");
    if (value.startsWith("\"")) {
      return Json.text(value);
    }
    if (value.equals("true") || value.equals("false")) {
      return Boolean.valueOf(value);
    }
    if (!value.startsWith("{")) {
      return value.matches("-?\\d{1,18}") ? (Object) Long.valueOf(value) : value;
    }
    Map<String, String> members = Json.members(value);
    if (members.containsKey("identifier")) {
      return Json.text(members.get("identifier"));
    }
    if (!members.getOrDefault("minorUnits", "").matches("-?\\d{1,18}")
        || !members.getOrDefault("exponent", "").matches("\\d")) {
      return value;
    }
    return BigDecimal.valueOf(Long.parseLong(members.get("minorUnits")),
        Integer.parseInt(members.get("exponent"))).toPlainString();
  }

  // Values and texts

  private void values() throws Exception {
    for (String each : Json.elements(read(wireVectors, "format-vectors.json"))) {
      Map<String, String> vector = Json.members(each);
      Map<String, String> field = new LinkedHashMap<>(Map.of("name", "\"a\"", "label", "\"A\""));
      field.putAll(Json.members(vector.get("value")));
      run.check(each, shown(document(vector.get("language"), field)).shown()
          .equals(Json.text(vector.get("text"))));
    }
  }

  /** The display rules: a document with a fault is not signed, and warnings stand at its fields. */
  private void texts() throws Exception {
    Map<String, String> file = Json.members(read(displayVectors, "display-vectors.json"));
    List<Map<String, String>> vectors = new ArrayList<>(
        Json.elements(file.get("vectors")).stream().map(Json::members).toList());
    for (Map<String, String> vector : vectors) {
      String name = Json.text(vector.get("name"));
      Map<String, String> field = field("text", vector.get("text"));
      // The SDK reads no JSON that holds it.
      if (Json.text(vector.get("text")).indexOf('\0') >= 0) {
        check(name, document("\"en\"", field), Challenge.other(), NOT_UNDERSTOOD);
        continue;
      }
      run.check("warnings of " + name, shown(document("\"en\"", field)).warnings()
          .equals(Json.elements(vector.get("warnings")).stream().map(Json::text).toList()));
      String use = Json.text(vector.get("use"));
      // No document has a name that a person gave to themselves.
      if (use.equals("displayName")) {
        continue;
      }
      if (use.equals("label")) {
        field = field("text", "\"x\"");
        field.put("label", vector.get("text"));
      } else {
        field.put("kind", Json.string(use));
      }
      boolean isShowable = vector.get("fault").equals("null");
      check(name, document("\"en\"", field), Challenge.other(),
          isShowable ? NOT_AS_SHOWN : NOT_AS_ASKED);
    }
    for (String each : Json.elements(file.get("halves"))) {
      Map<String, String> half = Json.members(each);
      String units = String.join("", Json.elements(half.get("units")).stream()
          .map(unit -> "\\u" + Json.text(unit)).toList());
      // A label: an app can ask for no value that holds it.
      Map<String, String> field = field("text", "\"x\"");
      field.put("label", '"' + units + '"');
      check(Json.text(half.get("name")), document("\"en\"", field), Challenge.other(),
          NOT_UNDERSTOOD);
    }
  }

  private static Map<String, String> field(String kind, String value) {
    return new LinkedHashMap<>(Map.of(
        "name", "\"note\"", "kind", Json.string(kind), "label", "\"Note\"", "value", value));
  }

  private static String document(String language, Map<String, String> field) {
    return Json.object(Map.of(
        "scenario", Json.string(PAY_INVOICE), "language", language, "title", "\"Pay\"",
        "fields", "[" + Json.object(field) + "]"));
  }

  /** The one field of a document, as an app is told of it. */
  private Document.Field shown(String document) {
    server.say(document, Challenge.other(), PAY_INVOICE);
    WaitingTransaction told =
        run.countersign.context().transaction(FeignedServer.TRANSACTION).join();
    return Objects.requireNonNull(told.document()).fields().get(0);
  }

  private static String read(Path folder, String file) throws IOException {
    return Files.readString(folder.resolve(file)).strip();
  }
}
