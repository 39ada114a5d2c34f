package dev.countersign.conformance;

import dev.countersign.vectors.AccountSession;
import dev.countersign.vectors.ClientAction;
import dev.countersign.vectors.Declared;
import dev.countersign.vectors.LinkedChallenge;
import dev.countersign.vectors.MismatchException;
import dev.countersign.vectors.OperationId;
import dev.countersign.vectors.Proof;
import dev.countersign.vectors.Resending;
import dev.countersign.vectors.ServerConnection;
import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonArray;
import dev.countersign.vectors.encoding.JsonFlag;
import dev.countersign.vectors.encoding.JsonFraction;
import dev.countersign.vectors.encoding.JsonInteger;
import dev.countersign.vectors.encoding.JsonNull;
import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.encoding.JsonText;
import dev.countersign.vectors.encoding.JsonValue;
import dev.countersign.vectors.encoding.SecretText;
import dev.countersign.vectors.http.Transport;
import dev.countersign.vectors.http.WireResponse;
import dev.countersign.vectors.linking.Document;
import dev.countersign.vectors.linking.Document.Field;
import dev.countersign.vectors.linking.Language;
import dev.countersign.vectors.linking.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An action of any scenario, and the document that answers it or does not. */
final class ActionChecks {
  private static final Value.Money MONEY = new Value.Money(1250, "EUR", 2);
  private static final Value.Account IBAN = new Value.Account("IBAN", "DE89370400440532013000");
  private static final Value.Account OTHER = new Value.Account("UK_SORT", "20-00-00 1");
  private static final Value.Moment MOMENT = new Value.Moment("2026-11-30T13:05:00Z");
  private static final JsonObject TRANSFER = JsonObject.EMPTY
      .with("amount", "500.00 EUR")
      .with("payee", "Example Ltd")
      .with("account", "DE89 3704 0044 0532 0130 00")
      .with("reference", "Order 17")
      .with("note", "For March")
      .with("instant", false);

  private final Checks checks;

  private ActionChecks(Checks checks) {
    this.checks = checks;
  }

  static void run(Checks checks, Path folder) throws Exception {
    ActionChecks actions = new ActionChecks(checks);
    actions.spellings();
    actions.others();
    actions.names();
    Path vectors = folder.resolve("challenge-vectors.json");
    JsonArray file = (JsonArray) JsonValue.parse(ByteString.of(Files.readAllBytes(vectors)));
    actions.options(file.objects().get(1));
    checks.refused(
        "an action whose scenario is no name", IllegalArgumentException.class,
        () -> session(JsonObject.EMPTY).perform(
            new Declared("../sessions", JsonObject.EMPTY),
            new Proof.VerificationToken(new SecretText("token")),
            new OperationId(ByteString.ofUtf8("a")), Resending.STANDARD));
  }

  /** A value is what was asked for in any spelling that the server takes. */
  private void spellings() {
    answered(MONEY, "12.50", "12.5", "12.50 EUR");
    answered(IBAN, "DE89 3704 0044 0532 0130 00", "de89370400440532013000");
    answered(OTHER, "20-00-00 1");
    answered(new Value.Payee("Caf\u00e9"), "Caf\u00e9", "Cafe\u0301");
    answered(new Value.Reference("17"), "17");
    answered(new Value.Text("a"), "a");
    answered(new Value.Day("2026-11-30"), "2026-11-30");
    answered(
        MOMENT, "2026-11-30T13:05:00Z", "2026-11-30t13:05:00.75z", "2026-11-30T14:05:00+01:00",
        "2026-11-29T14:20:00-22:45");
    checks.holds("whole money", answers(new Value.Money(1200, "EUR", 2), new JsonInteger(12)));
    checks.holds("no money", answers(new Value.Money(0, "EUR", 2), new JsonInteger(0)));
    checks.holds("a number", answers(new Value.Whole(17), new JsonInteger(17)));
    checks.holds("a flag", answers(new Value.Flag(true), new JsonFlag(true)));
  }

  /** Another value, or one of another kind, is not what was asked for. */
  private void others() {
    unanswered(
        MONEY, "12.51", "12.500", "12.50 USD", "12.50 EUR EUR", "12.50  EUR", " 12.50", "012.50",
        "12.50 ", "+12.50", "1250e-2", ".5", "12.", "", "\u0661\u0662.\u0665\u0660");
    unanswered(new Value.Money(-1250, "EUR", 2), "12.50", "-12.50");
    unanswered(IBAN, "GB82WEST12345698765432");
    unanswered(OTHER, "20-00-001", "UK_SORT 20-00-00 1");
    unanswered(new Value.Payee("Example Ltd"), "Example Inc", "Example  Ltd");
    unanswered(new Value.Text("a"), "A");
    unanswered(new Value.Day("2026-11-30"), "2026-12-01", "2026-11-30T00:00:00Z");
    unanswered(
        MOMENT, "2026-11-30T13:05:00+01:00", "2026-11-30T13:05:00", "2026-11-30 13:05:00Z",
        "2026-11-31T13:05:00Z", "2026-11-30T13:05:60Z", "2026-11-30T13:05:00+24:00", "a");
    unanswered(new Value.Whole(17), "17");
    unanswered(new Value.Flag(true), "true");
    for (JsonValue asked : List.of(
        new JsonInteger(1250), new JsonInteger(Long.MIN_VALUE), new JsonFlag(true),
        new JsonFraction("12.5"), new JsonNull(), JsonObject.EMPTY)) {
      checks.holds("other money than asked for", !answers(MONEY, asked));
    }
    checks.holds("another number", !answers(new Value.Whole(17), new JsonInteger(18)));
    checks.holds("another flag", !answers(new Value.Flag(true), new JsonFlag(false)));
    checks.holds("a number for a text", !answers(new Value.Reference("17"), new JsonInteger(17)));
    checks.holds("nothing for a text", !answers(new Value.Text("a"), new JsonNull()));
  }

  /** A field more, a field less, or one of another name is another document. */
  private void names() {
    Document document = document(new Value.Text("a"));
    JsonObject asked = JsonObject.EMPTY.with("value", "a");
    checks.holds("the payload", document.answers(asked));
    checks.holds("a field more", !document.answers(JsonObject.EMPTY));
    checks.holds("a field less", !document.answers(asked.with("other", "b")));
    checks.holds("another name", !document.answers(JsonObject.EMPTY.with("other", "a")));
    checks.holds("no fields", document().answers(JsonObject.EMPTY));
  }

  /** A session takes the options that are linked to what was asked for, and no others. */
  private void options(JsonObject vector) throws Exception {
    JsonObject document = vector.object("document");
    JsonObject answer = JsonObject.EMPTY
        .with("challenge", vector.text("challenge"))
        .with("rpId", vector.text("rpId"))
        .with("allowCredentials", new JsonArray(List.of()))
        .with("timeout", 60_000)
        .with("document", document);
    Declared asked = new Declared("TRANSFER", TRANSFER);
    LinkedChallenge challenge = session(answer).options(asked);
    checks.equal("the document of options", challenge.document(), Document.of(document));
    checks.equal("the name of what comes of it", challenge.operation().bytes().size(), 24);
    mismatch(MismatchException.Kind.TRANSACTION_NOT_AS_ASKED, answer,
        new Declared("PAY_INVOICE", TRANSFER));
    for (String name : TRANSFER.names()) {
      mismatch(MismatchException.Kind.TRANSACTION_NOT_AS_ASKED, answer,
          new Declared("TRANSFER", TRANSFER.with(name, "500.01")));
    }
    mismatch(MismatchException.Kind.CHALLENGE_NOT_AS_SHOWN,
        answer.with("document", document.with("title", "Send more money")), asked);
  }

  private void mismatch(MismatchException.Kind kind, JsonObject answer, ClientAction<?> asked)
      throws Exception {
    try {
      session(answer).options(asked);
      checks.holds("options that do not match are refused", false);
    } catch (MismatchException refusal) {
      checks.equal("what does not match", refusal.kind(), kind);
    }
  }

  private static AccountSession session(JsonObject answer) {
    Transport transport = request ->
        new WireResponse(200, answer.serialized(), Optional.empty(), Optional.empty());
    return new AccountSession(
        new ServerConnection(transport, "en"), "acc_1", new SecretText("secret-token"));
  }

  private void answered(Value shown, String... spellings) {
    for (String spelling : spellings) {
      checks.holds(shown + " is " + spelling, answers(shown, new JsonText(spelling)));
    }
  }

  private void unanswered(Value shown, String... others) {
    for (String other : others) {
      checks.holds(shown + " is not " + other, !answers(shown, new JsonText(other)));
    }
  }

  private static boolean answers(Value shown, JsonValue asked) {
    return document(shown).answers(JsonObject.EMPTY.with("value", asked));
  }

  private static Document document(Value... values) {
    List<Field> fields = new ArrayList<>();
    for (Value value : values) {
      fields.add(new Field("value", "Value", value));
    }
    return new Document("ACT", new Language("en"), "Act", fields);
  }
}
