package dev.countersign.checks;

import dev.countersign.Nullable;
import dev.countersign.Transport.Request;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The proofs of RFC 9449 in an app's requests, verified by the JDK's cryptography alone. */
final class PossessionProofs {
  private static final String SCHEME = "DPoP ";

  /** The key of each token. */
  private final Map<String, String> keys = new HashMap<>();
  private final Set<String> ids = new HashSet<>();

  private PossessionProofs() {}

  /** What is wrong with requests: empty where each call in a session proves the session's key. */
  static List<String> problems(List<Request> requests) throws Exception {
    PossessionProofs proofs = new PossessionProofs();
    List<String> problems = new ArrayList<>();
    for (Request request : requests) {
      String problem = proofs.problem(request);
      if (problem != null) {
        problems.add(request.method() + " " + request.url() + ": " + problem);
      }
    }
    if (proofs.keys.isEmpty()) {
      problems.add("no call was in a session");
    }
    return problems;
  }

  private @Nullable String problem(Request request) throws Exception {
    String authorization = header(request, "Authorization");
    String proof = header(request, "DPoP");
    if (authorization != null && (proof == null || !authorization.startsWith(SCHEME))) {
      return "a token without a proof";
    }
    return proof == null ? null : problem(request, proof, authorization);
  }

  private @Nullable String problem(
      Request request, String proof, @Nullable String authorization) throws Exception {
    String[] parts = proof.split("\\.");
    Map<String, String> header = members(parts[0]);
    Map<String, String> key = Json.members(header.getOrDefault("jwk", "{}"));
    Map<String, String> claims = members(parts[1]);
    if (!header.keySet().equals(Set.of("typ", "alg", "jwk"))
        || !header.get("typ").equals("\"dpop+jwt\"") || !header.get("alg").equals("\"ES256\"")
        || !key.keySet().equals(Set.of("kty", "crv", "x", "y"))) {
      return "its header is " + header;
    }
    Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
    signature.initVerify(key(key));
    signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
    if (!signature.verify(Base64.getUrlDecoder().decode(parts[2]))) {
      return "its signature does not verify";
    }
    if (!ids.add(claims.get("jti"))) {
      return "its id was used before";
    }
    if (!Json.text(claims.get("htm")).equals(request.method())
        || !Json.text(claims.get("htu")).equals(request.url().split("[?#]")[0])) {
      return "it is for another request: " + claims;
    }
    if (authorization == null) {
      return claims.containsKey("ath") ? "it is for a token that was not sent" : null;
    }
    String token = authorization.substring(SCHEME.length());
    byte[] hash = Challenge.sha256(token.getBytes(StandardCharsets.US_ASCII));
    if (!Challenge.text(hash).equals(Json.text(claims.getOrDefault("ath", "\"\"")))) {
      return "it is for another token";
    }
    String known = keys.putIfAbsent(token, header.get("jwk"));
    return known == null || known.equals(header.get("jwk")) ? null : "it is of another key";
  }

  private static PublicKey key(Map<String, String> jwk) throws Exception {
    AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(new ECGenParameterSpec("secp256r1"));
    return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(
        new ECPoint(coordinate(jwk.get("x")), coordinate(jwk.get("y"))),
        parameters.getParameterSpec(ECParameterSpec.class)));
  }

  private static BigInteger coordinate(String text) {
    return new BigInteger(1, Base64.getUrlDecoder().decode(Json.text(text)));
  }

  private static Map<String, String> members(String part) {
    return Json.members(
        new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8));
  }

  private static @Nullable String header(Request request, String name) {
    return request.headers().entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase(name))
        .map(Map.Entry::getValue).findFirst().orElse(null);
  }
}
