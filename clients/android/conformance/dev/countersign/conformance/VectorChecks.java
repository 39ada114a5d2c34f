package dev.countersign.conformance;

import dev.countersign.encoding.ByteString;
import dev.countersign.encoding.JsonArray;
import dev.countersign.encoding.JsonException;
import dev.countersign.encoding.JsonObject;
import dev.countersign.encoding.JsonValue;
import dev.countersign.linking.CanonicalFormException;
import dev.countersign.linking.ChallengeLayout;
import dev.countersign.linking.NothingLinked;
import dev.countersign.linking.ShownTransaction;
import dev.countersign.linking.TopUpTransaction;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The canonical form and the challenge, by the vectors of an independent implementation. */
final class VectorChecks {
  private VectorChecks() {}

  static void run(Checks checks, Path folder) throws Exception {
    canonicalForm(checks, JsonValue.parseObject(read(folder.resolve("canonical-vectors.json"))));
    JsonValue challenges = JsonValue.parse(read(folder.resolve("challenge-vectors.json")));
    for (JsonObject vector : ((JsonArray) challenges).objects()) {
      challenge(checks, vector);
    }
  }

  private static void canonicalForm(Checks checks, JsonObject file) throws Exception {
    for (JsonObject vector : file.array("accepted").objects()) {
      ByteString form = TopUpTransaction.of(vector.object("transaction")).canonicalForm();
      checks.equal(vector.text("name"), hexadecimal(form), vector.text("canonical"));
    }
    for (JsonObject vector : file.array("refused").objects()) {
      TopUpTransaction transaction = TopUpTransaction.of(vector.object("transaction"));
      checks.refused(
          vector.text("name"), CanonicalFormException.class, transaction::canonicalForm);
    }
  }

  private static void challenge(Checks checks, JsonObject vector) throws Exception {
    String name = vector.text("name");
    ByteString challenge = vector.bytes("challenge");
    ChallengeLayout layout = ChallengeLayout.of(challenge)
        .orElseThrow(() -> new JsonException(name + " is no challenge"));
    checks.equal("nonce of " + name, layout.nonce(), vector.bytes("nonce"));
    checks.equal("binding of " + name, layout.binding(), vector.bytes("binding"));
    boolean isLinked = vector.member("transaction").isPresent();
    checks.equal("link of " + name, layout.isLinked(), isLinked);
    checks.equal("simple form of " + name, new NothingLinked("").covers(challenge), !isLinked);
    if (!isLinked) {
      return;
    }
    JsonObject transaction = vector.object("transaction");
    ShownTransaction shown = TopUpTransaction.of(transaction).shown();
    checks.holds(name + " covers its transaction", shown.covers(challenge));
    for (JsonObject other : others(transaction)) {
      checks.holds(
          name + " covers no other", !TopUpTransaction.of(other).shown().covers(challenge));
    }
    ShownTransaction elsewhere = new ShownTransaction(
        "AUTHORIZE_TRANSACTION", shown.canonicalTransaction(), shown.prompt());
    checks.holds(name + " covers no other scenario", !elsewhere.covers(challenge));
  }

  /** The transaction with each of its fields changed. */
  private static List<JsonObject> others(JsonObject transaction) throws JsonException {
    long amount = transaction.integer("amount");
    return List.of(
        transaction.with("amount", amount + 1),
        transaction.with("currency", "GHS"),
        transaction.with("payee", transaction.text("payee") + "x"),
        transaction.with("productCode", "DATA_MTN"),
        transaction.with("recipientPhone", "08012345679"),
        transaction.with("supplierSlug", "resale"),
        transaction.with("useCashback", !transaction.flag("useCashback")));
  }

  private static ByteString read(Path file) throws IOException {
    return ByteString.of(Files.readAllBytes(file));
  }

  private static String hexadecimal(ByteString bytes) {
    String digits = new BigInteger(1, bytes.toByteArray()).toString(16);
    return "0".repeat(bytes.size() * 2 - digits.length()) + digits;
  }
}
