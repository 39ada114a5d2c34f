package dev.countersign.vectors.http;

import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.encoding.SecretText;
import java.util.Optional;

/**
 * One call of the server. It prints without its body, which may hold secrets.
 *
 * @param method the method of HTTP
 * @param path the path, its parts percent-encoded; no secret ever stands in it
 * @param acceptLanguage the languages in which documents are wanted (RFC 9110, section 12.5.4);
 *     empty for the server's first
 * @param accessToken the session's token; empty where the call needs no session
 * @param possessionProof the proof that whoever sends it holds the token's key (RFC 9449); empty
 *     for a bearer token
 * @param idempotencyKey names an action, so that a repetition is known; empty for none
 * @param body the body; empty for none
 */
public record WireRequest(
    String method, String path, Optional<String> acceptLanguage, Optional<SecretText> accessToken,
    Optional<String> possessionProof, Optional<String> idempotencyKey, Optional<JsonObject> body) {
  /**
   * A call with GET.
   *
   * @param path the path
   * @return the call, without a session
   */
  public static WireRequest get(String path) {
    return new WireRequest(
        "GET", path, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
        Optional.empty());
  }

  /**
   * A call with POST.
   *
   * @param path the path
   * @param body the body
   * @return the call, without a session
   */
  public static WireRequest post(String path, JsonObject body) {
    return new WireRequest(
        "POST", path, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
        Optional.of(body));
  }

  /**
   * The same call within a session.
   *
   * @param token the session's token
   * @return the new call
   */
  public WireRequest with(SecretText token) {
    return new WireRequest(
        method, path, acceptLanguage, Optional.of(token), possessionProof, idempotencyKey, body);
  }

  /**
   * The same call with a proof that its sender holds a key (RFC 9449).
   *
   * @param proof the proof
   * @return the new call
   */
  public WireRequest proved(String proof) {
    return new WireRequest(
        method, path, acceptLanguage, accessToken, Optional.of(proof), idempotencyKey, body);
  }

  /**
   * The value of {@code Authorization}, a secret: a bearer token, or one that is bound to a key.
   *
   * @return the value; empty where the call needs no session
   */
  public Optional<SecretText> authorization() {
    String scheme = possessionProof.isPresent() ? "DPoP " : "Bearer ";
    return accessToken.map(token -> new SecretText(scheme + token.exposed()));
  }

  /**
   * The same call under a name.
   *
   * @param key the idempotency key
   * @return the new call
   */
  public WireRequest named(String key) {
    return new WireRequest(
        method, path, acceptLanguage, accessToken, possessionProof, Optional.of(key), body);
  }

  /**
   * The same call for a reader of some languages.
   *
   * @param languages a value of {@code Accept-Language}
   * @return the new call
   */
  public WireRequest inLanguages(String languages) {
    return new WireRequest(
        method, path, Optional.of(languages), accessToken, possessionProof, idempotencyKey, body);
  }

  @Override
  public String toString() {
    return method + " " + path;
  }
}
