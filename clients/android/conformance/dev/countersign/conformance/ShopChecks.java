package dev.countersign.conformance;

import dev.countersign.vectors.AccountSession;
import dev.countersign.vectors.Operation;
import dev.countersign.vectors.OperationId;
import dev.countersign.vectors.Proof;
import dev.countersign.vectors.RefusedException;
import dev.countersign.vectors.Resending;
import dev.countersign.vectors.ServerConnection;
import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.encoding.JsonValue;
import dev.countersign.vectors.encoding.SecretText;
import dev.countersign.vectors.http.Transport;
import dev.countersign.vectors.http.WireRequest;
import dev.countersign.vectors.http.WireResponse;
import dev.countersign.vectors.linking.Document;
import dev.countersign.vectors.linking.Document.Field;
import dev.countersign.vectors.linking.Language;
import dev.countersign.vectors.linking.Value;
import dev.countersign.shop.TopUp;
import dev.countersign.shop.TopUpAnswer;
import dev.countersign.shop.Wallet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The demo's shop over the library. */
final class ShopChecks {
  private static final String RESULT =
      "{\"success\":true,\"message\":\"Topup successful\",\"data\":{\"transactionId\":\"t\","
          + "\"status\":\"completed\",\"amount\":500,\"balance\":4500}}";
  private static final TopUp ASKED = TopUp.of(500, "AIRTIME_MTN", "08012345678");
  private static final OperationId NAME = new OperationId(ByteString.of(new byte[] {1, 2, 3}));

  private ShopChecks() {}

  static void run(Checks checks) throws Exception {
    documents(checks);
    results(checks);
    calls(checks);
  }

  /** A device sees each field that differs from what it asked for. */
  private static void documents(Checks checks) {
    List<Field> fields = List.of(
        new Field("amount", "Amount", new Value.Money(50_000, "NGN", 2)),
        new Field("payee", "To", new Value.Payee("MTN airtime")),
        new Field("recipientPhone", "Number", new Value.Text("08012345678")),
        new Field("productCode", "Product", new Value.Reference("AIRTIME_MTN")),
        new Field("supplierSlug", "Supplier", new Value.Reference("mtn")));
    checks.holds("a document answers its top-up", ASKED.isAnsweredBy(document(fields)));
    for (TopUp other : List.of(
        TopUp.of(501, "AIRTIME_MTN", "08012345678"),
        TopUp.of(50_000, "AIRTIME_MTN", "08012345678"),
        TopUp.of(Value.MAXIMUM, "AIRTIME_MTN", "08012345678"),
        TopUp.of(500, "DATA_MTN", "08012345678"),
        TopUp.of(500, "AIRTIME_MTN", "08012345679"),
        new TopUp(500, "AIRTIME_MTN", "08012345678", Optional.of("resale"), false),
        new TopUp(500, "AIRTIME_MTN", "08012345678", Optional.empty(), true))) {
      checks.holds("it answers no other: " + other, !other.isAnsweredBy(document(fields)));
    }
    List<Field> more = new ArrayList<>(fields);
    more.add(new Field("useCashback", "Spend cashback first", new Value.Flag(true)));
    checks.holds("cashback that nobody asked for", !ASKED.isAnsweredBy(document(more)));
    for (Field field : fields) {
      List<Field> less = new ArrayList<>(fields);
      less.remove(field);
      // The payload says nothing of who is paid, and leaves the supplier open.
      boolean isOpen = field.name().equals("payee") || field.name().equals("supplierSlug");
      checks.equal(
          "an answer without " + field.name(), ASKED.isAnsweredBy(document(less)), isOpen);
    }
  }

  private static Document document(List<Field> fields) {
    return new Document("TOP_UP", new Language("en"), "Buy airtime", fields);
  }

  private static void results(Checks checks) throws Exception {
    checks.equal(
        "what was bought", ASKED.result(object(RESULT)),
        new TopUpAnswer("t", Operation.Status.COMPLETED, 500, 4500));
    checks.refused(
        "success that is none", JsonException.class,
        () -> ASKED.result(object(RESULT.replace("true", "false"))));
    checks.refused(
        "a purchase without an answer", JsonException.class,
        () -> ASKED.result(JsonObject.EMPTY));
  }

  private static void calls(Checks checks) throws Exception {
    List<WireRequest> sent = new ArrayList<>();
    JsonObject operation = JsonObject.EMPTY
        .with("operationID", "o").with("scenario", "TOP_UP").with("status", "completed")
        .with("result", object(RESULT));
    Operation<TopUpAnswer> expected = new Operation<>(
        "o", Operation.Status.COMPLETED, ASKED.result(object(RESULT)));
    Proof proof = new Proof.VerificationToken(new SecretText("token"));
    checks.equal(
        "a purchase", session(200, operation, sent).perform(ASKED, proof, NAME, Resending.STANDARD),
        expected);
    checks.equal(
        "what became of it", session(200, operation, sent).lookUp(ASKED, NAME), expected);
    JsonObject unknown = JsonObject.EMPTY.with("status", 404).with("reason", "not_found");
    checks.refused(
        "what never was", RefusedException.class,
        () -> session(404, unknown, sent).lookUp(ASKED, NAME));
    checks.equal(
        "the wallet", Wallet.of(session(200, JsonObject.EMPTY.with("balance", 4500), sent)),
        new Wallet(4500));
    checks.equal("the calls", sent.toString(), "[POST /actions/TOP_UP, GET /operations/AQID, "
        + "GET /operations/AQID, GET /user/wallet]");
    checks.holds(
        "each in the session", sent.stream().allMatch(call -> call.accessToken().isPresent()));
  }

  private static AccountSession session(int status, JsonObject answer, List<WireRequest> sent) {
    Transport transport = request -> {
      sent.add(request);
      return new WireResponse(status, answer.serialized(), Optional.empty(), Optional.empty());
    };
    return new AccountSession(
        new ServerConnection(transport, "en"), "acc_1", new SecretText("secret-token"));
  }

  private static JsonObject object(String text) throws JsonException {
    return JsonValue.parseObject(ByteString.ofUtf8(text));
  }
}
