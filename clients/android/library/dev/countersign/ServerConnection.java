package dev.countersign;

import dev.countersign.encoding.JsonException;
import dev.countersign.encoding.JsonObject;
import dev.countersign.encoding.JsonValue;
import dev.countersign.encoding.SecretText;
import dev.countersign.http.Transport;
import dev.countersign.http.TransportException;
import dev.countersign.http.WireRequest;
import dev.countersign.http.WireResponse;
import java.util.Locale;

/** A server as this device reaches it; what needs no session hangs on it. */
public final class ServerConnection {
  private final Transport transport;
  private final String languages;

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
    return call(WireRequest.post("/sessions", body), answer -> {
      SecretText accessToken = new SecretText(answer.text("accessToken"));
      if (!AccountSession.isVisible(accessToken)) {
        throw new JsonException("accessToken must be visible ASCII");
      }
      return new AccountSession(this, answer.text("accountID"), accessToken);
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

  /** Makes one call, tells a refusal from an answer, and reads it. */
  <Answer> Answer call(WireRequest request, Reading<Answer> reading) throws CountersignException {
    WireResponse response;
    try {
      response = transport.send(request.inLanguages(languages));
    } catch (TransportException problem) {
      throw new NoAnswerException(problem);
    }
    try {
      if (response.status() >= 500) {
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
}
