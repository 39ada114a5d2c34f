package dev.countersign.conformance;

import dev.countersign.vectors.AccountSession;
import dev.countersign.vectors.CodeRequest;
import dev.countersign.vectors.NotUnderstoodException;
import dev.countersign.vectors.RefusedException;
import dev.countersign.vectors.ServerConnection;
import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.encoding.JsonValue;
import dev.countersign.vectors.encoding.SecretText;
import dev.countersign.vectors.http.ServerAddress;
import dev.countersign.vectors.http.Transport;
import dev.countersign.vectors.http.WireRequest;
import dev.countersign.vectors.http.WireResponse;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tokens that are bound to a key: what is sent with each call, and what is sent again. */
final class PossessionChecks {
  private static final ServerAddress ADDRESS = ServerAddress.of("https://bank.example/auth");
  private static final String NONCE_REFUSAL = "{\"status\":401,\"reason\":\"use_dpop_nonce\"}";
  private static final String OTHER_REFUSAL =
      "{\"status\":401,\"reason\":\"invalid_dpop_proof\"}";
  private static final String SESSION =
      "{\"accessToken\":\"secret-token\",\"tokenType\":\"DPoP\",\"expiresIn\":300,"
          + "\"accountID\":\"acc_1\"}";

  private final List<WireRequest> sent = new ArrayList<>();
  private final List<WireResponse> answers = new ArrayList<>();

  private PossessionChecks() {}

  static void run(Checks checks) throws Exception {
    proofs(checks);
    downgrades(checks);
    unbound(checks);
  }

  /** Each call has a proof of its own, of one key; the nonce is followed, and only once. */
  private static void proofs(Checks checks) throws Exception {
    PossessionChecks stage = new PossessionChecks();
    stage.answer(401, NONCE_REFUSAL, "first");
    stage.answer(201, SESSION, "first");
    stage.answer(200, "{\"failedAttempts\":7}", "second");
    stage.answer(200, "{\"failedAttempts\":8}", "second");
    AccountSession session = stage.open(true);
    checks.equal("an answer", failedAttempts(session), 7L);
    checks.equal("another answer", failedAttempts(session), 8L);
    checks.equal("how often it was sent", stage.sent.size(), 4);
    List<String> nonces = new ArrayList<>();
    for (WireRequest request : stage.sent) {
      JsonObject claims = stage.claims(checks, request);
      nonces.add(claims.optionalText("nonce").orElse("none"));
      checks.equal("htm", claims.text("htm"), request.method());
      checks.equal("htu", claims.text("htu"), "https://bank.example/auth" + request.path());
      checks.equal(
          "ath", claims.optionalText("ath"),
          request.accessToken()
              .map(token -> ByteString.ofUtf8(token.exposed()).sha256().base64Url()));
    }
    checks.equal("nonces", nonces, List.of("none", "first", "first", "second"));
    checks.equal(
        "how a bound token is sent", stage.sent.get(3).authorization().orElseThrow().exposed(),
        "DPoP secret-token");
    checks.equal(
        "how many keys",
        stage.sent.stream().map(request -> request.possessionProof().orElse("").split("\\.")[0])
            .distinct().count(), 1L);
    checks.holds("a request prints no token", !stage.sent.toString().contains("secret-token"));
    for (String refusal : List.of(NONCE_REFUSAL, OTHER_REFUSAL)) {
      stage.sent.clear();
      stage.answer(401, refusal, "second");
      checks.refused("a nonce that helps not", RefusedException.class,
          () -> failedAttempts(session));
      checks.equal("how often what is refused is sent", stage.sent.size(), 1);
    }
  }

  /** A server, or whoever is before it, that binds the token to nothing is not understood. */
  private static void downgrades(Checks checks) throws Exception {
    PossessionChecks stage = new PossessionChecks();
    stage.answer(201, SESSION.replace("DPoP", "Bearer"), "first");
    checks.refused(
        "a bearer token in place of a bound one", NotUnderstoodException.class,
        () -> stage.open(true));
    stage.answer(201, SESSION, "first");
    checks.refused(
        "a bound token that nobody asked for", NotUnderstoodException.class,
        () -> stage.open(false));
  }

  private static void unbound(Checks checks) throws Exception {
    PossessionChecks stage = new PossessionChecks();
    stage.answer(201, SESSION.replace("DPoP", "Bearer"), "first");
    stage.answer(200, "{\"failedAttempts\":7}", "first");
    failedAttempts(stage.open(false));
    checks.holds(
        "a connection without an address proves nothing",
        stage.sent.stream().allMatch(request -> request.possessionProof().isEmpty()));
    checks.equal(
        "how a bearer token is sent", stage.sent.get(1).authorization().orElseThrow().exposed(),
        "Bearer secret-token");
  }

  private void answer(int status, String body, String nonce) {
    answers.add(
        new WireResponse(
            status, ByteString.ofUtf8(body), Optional.empty(), Optional.of(nonce)));
  }

  private AccountSession open(boolean isBound) throws Exception {
    Transport transport = request -> {
      sent.add(request);
      return answers.remove(0);
    };
    ServerConnection connection = isBound
        ? new ServerConnection(transport, "en", ADDRESS) : new ServerConnection(transport, "en");
    return connection.openSession(new CodeRequest("cod_1", 60), new SecretText("123456"));
  }

  private static long failedAttempts(AccountSession session) throws Exception {
    return session.call(
        WireRequest.get("/second-factor"), answer -> answer.integer("failedAttempts"));
  }

  /** The claims of a request's proof, whose signature verifies by the key in its header. */
  private JsonObject claims(Checks checks, WireRequest request) throws Exception {
    String[] parts = request.possessionProof().orElseThrow().split("\\.");
    JsonObject header = JsonValue.parseObject(ByteString.ofBase64Url(parts[0]));
    checks.equal("its names", header.names().size(), 3);
    checks.equal("typ", header.text("typ"), "dpop+jwt");
    checks.equal("alg", header.text("alg"), "ES256");
    byte[] raw = ByteString.ofBase64Url(parts[2]).toByteArray();
    checks.equal("the signature's length", raw.length, 64);
    Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
    signature.initVerify(key(header.object("jwk")));
    signature.update((parts[0] + "." + parts[1]).getBytes("US-ASCII"));
    checks.holds("the signature verifies", signature.verify(raw));
    return JsonValue.parseObject(ByteString.ofBase64Url(parts[1]));
  }

  private static PublicKey key(JsonObject jwk) throws Exception {
    AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(new ECGenParameterSpec("secp256r1"));
    BigInteger x = new BigInteger(1, jwk.bytes("x").toByteArray());
    BigInteger y = new BigInteger(1, jwk.bytes("y").toByteArray());
    return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(
        new ECPoint(x, y), parameters.getParameterSpec(ECParameterSpec.class)));
  }
}
