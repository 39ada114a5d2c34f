package dev.countersign.vectors;

import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.encoding.JsonValue;
import dev.countersign.vectors.encoding.SecretText;
import dev.countersign.vectors.http.ServerAddress;
import dev.countersign.vectors.http.Transport;
import dev.countersign.vectors.http.TransportException;
import dev.countersign.vectors.http.WireRequest;
import dev.countersign.vectors.http.WireResponse;
import java.util.Locale;
import java.util.Optional;

/** A server as this device reaches it; what needs no session hangs on it. */
public final class ServerConnection {
  private final Transport transport;
  private final String languages;
  /** Where proofs of possession are made for; empty where tokens are bound to nothing. */
  private final Optional<ServerAddress> address;
  private volatile Optional<String> nonce = Optional.empty();

  /**
   * A connection whose sessions' tokens are bound to keys in this process's memory (RFC 9449): a
   * token that somebody reads is good for nothing, and a session ends with the process.
   *
   * @param transport what carries the calls
   * @param languages a value of {@code Accept-Language}: the server words its documents in the
   *     first that it has
   * @param address where the transport carries them; its origin is one that the server is
   *     configured with
   */
  public ServerConnection(Transport transport, String languages, ServerAddress address) {
    this.transport = transport;
    this.languages = languages;
    this.address = Optional.of(address);
  }

  /**
   * A connection over a transport, for a reader of the device's language.
   *
   * @param transport what carries the calls
   */
  public ServerConnection(Transport transport) {
    this(transport, Locale.getDefault().toLanguageTag());
  }

  /**
   * A connection over a transport, for a reader of some languages.
   *
   * @param transport what carries the calls
   * @param languages a value of {@code Accept-Language}: the server words its documents in the
   *     first that it has
   */
  public ServerConnection(Transport transport, String languages) {
    this.transport = transport;
    this.languages = languages;
    address = Optional.empty();
  }

  /**
   * Signs up, or signs in where the account exists: a code is mailed either way
   * ({@code POST /accounts}).
   *
   * @param userName the person's e-mail address
   * @param displayName the name to show
   * @return the code request, to be given back with the code
   * @throws CountersignException where there is none
   */
  public CodeRequest signUp(String userName, String displayName) throws CountersignException {
    JsonObject body = JsonObject.EMPTY.with("userName", userName).with("displayName", displayName);
    return call(WireRequest.post("/accounts", body), CodeRequest::of);
  }

  /**
   * Opens a session with a code that was mailed ({@code POST /sessions}).
   *
   * @param request the request that the code answers
   * @param code the code; 6 digits
   * @return the session
   * @throws CountersignException where there is none
   */
  public AccountSession openSession(CodeRequest request, SecretText code)
      throws CountersignException {
    JsonObject body = JsonObject.EMPTY
        .with("codeRequest", request.id())
        .with("validateCode", code.exposed());
    Optional<SessionKey> key = address.map(bound -> SessionKey.create());
    return call(WireRequest.post("/sessions", body), key, answer -> {
      String type = key.isPresent() ? "DPoP" : "Bearer";
      if (!answer.text("tokenType").equals(type)) {
        throw new JsonException("tokenType must be " + type);
      }
      SecretText accessToken = new SecretText(answer.text("accessToken"));
      if (!AccountSession.isVisible(accessToken)) {
        throw new JsonException("accessToken must be visible ASCII");
      }
      return new AccountSession(this, answer.text("accountID"), accessToken, key);
    });
  }

  /**
   * Reads an answer's object.
   *
   * @param <Answer> what is read of it
   */
  public interface Reading<Answer> {
    /**
     * Reads it.
     *
     * @param answer the body of a successful answer
     * @return what it says
     * @throws JsonException where it is not what the route answers
     */
    Answer read(JsonObject answer) throws JsonException;
  }

  /** Makes one call without a key, tells a refusal from an answer, and reads it. */
  <Answer> Answer call(WireRequest request, Reading<Answer> reading) throws CountersignException {
    return call(request, Optional.empty(), reading);
  }

  /** Makes one call, tells a refusal from an answer, and reads it. */
  <Answer> Answer call(WireRequest request, Optional<SessionKey> key, Reading<Answer> reading)
      throws CountersignException {
    WireResponse response;
    try {
      response = send(request.inLanguages(languages), key);
    } catch (TransportException problem) {
      throw new NoAnswerException(problem);
    }
    return read(response, reading);
  }

  /**
   * Sends a request with a proof by a key, once more where the server wants another nonce: it has
   * done nothing then.
   */
  private WireResponse send(WireRequest request, Optional<SessionKey> key)
      throws TransportException {
    if (key.isEmpty() || address.isEmpty()) {
      return transport.send(request);
    }
    Optional<String> proved = nonce;
    WireResponse response = transport.send(prove(request, key.get(), address.get()));
    response.possessionNonce().ifPresent(newest -> nonce = Optional.of(newest));
    return wantsNonce(response) && !nonce.equals(proved)
        ? transport.send(prove(request, key.get(), address.get())) : response;
  }

  private WireRequest prove(WireRequest request, SessionKey key, ServerAddress address) {
    String path = request.path().split("\\?", 2)[0];
    return key.prove(request, address.resolve(path), nonce);
  }

  private static boolean wantsNonce(WireResponse response) {
    try {
      return response.status() == 401
          && Problem.of(JsonValue.parseObject(response.body())).reason().equals("use_dpop_nonce");
    } catch (JsonException none) {
      return false;
    }
  }

  private static <Answer> Answer read(WireResponse response, Reading<Answer> reading)
      throws CountersignException {
    try {
      if (response.status() >= 500 && !hasDoneNothing(response)) {
        throw new ServerFailedException(response.status(), response.retryAfterSeconds());
      }
      JsonObject body = JsonValue.parseObject(response.body());
      if (response.status() >= 400) {
        throw new RefusedException(Problem.of(body), response.retryAfterSeconds());
      }
      if (response.status() < 200 || response.status() >= 300) {
        throw new NotUnderstoodException("status " + response.status());
      }
      return reading.read(body);
    } catch (JsonException problem) {
      throw new NotUnderstoodException(problem.getMessage());
    }
  }

  /** Whether the server had no room for a PIN, or too much to do: then nothing was done. */
  private static boolean hasDoneNothing(WireResponse response) {
    try {
      String reason = Problem.of(JsonValue.parseObject(response.body())).reason();
      return reason.equals("pin_queue_full") || reason.equals("overloaded");
    } catch (JsonException problem) {
      return false;
    }
  }
}
