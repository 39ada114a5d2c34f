package dev.countersign.vectors;

import dev.countersign.vectors.device.AuthenticatorException;
import dev.countersign.vectors.device.BiometricAuthenticator;
import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.encoding.SecretText;
import dev.countersign.vectors.http.WireRequest;
import dev.countersign.vectors.linking.CanonicalFormException;
import dev.countersign.vectors.linking.ChallengeLayout;
import dev.countersign.vectors.linking.Document;
import dev.countersign.vectors.webauthn.AssertionResponse;
import dev.countersign.vectors.webauthn.CreationOptions;
import dev.countersign.vectors.webauthn.CredentialId;
import dev.countersign.vectors.webauthn.RegistrationResponse;
import dev.countersign.vectors.webauthn.RequestOptions;
import java.util.Optional;
import java.util.regex.Pattern;

/** A session of one account; what needs one hangs on it. */
public final class AccountSession {
  private static final Pattern SCENARIO = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");

  private final ServerConnection connection;
  private final String accountId;
  private final SecretText accessToken;
  private final Optional<SessionKey> key;

  /**
   * A session with a bearer token, which was opened before.
   *
   * @param connection the server
   * @param accountId whose session it is
   * @param accessToken the opaque token; an app keeps it where nobody else reads
   * @throws IllegalArgumentException where the token is not visible ASCII, as in a file with its
   *     line's end; the message does not hold it
   */
  public AccountSession(ServerConnection connection, String accountId, SecretText accessToken) {
    this(connection, accountId, accessToken, Optional.empty());
  }

  /** A session whose token is bound to a key. */
  AccountSession(
      ServerConnection connection, String accountId, SecretText accessToken,
      Optional<SessionKey> key) {
    if (!isVisible(accessToken)) {
      // A transport would print it in its own complaint.
      throw new IllegalArgumentException("an access token is visible ASCII, and not empty");
    }
    this.connection = connection;
    this.accountId = accountId;
    this.accessToken = accessToken;
    this.key = key;
  }

  static boolean isVisible(SecretText token) {
    return token.exposed().matches("[!-~]+");
  }

  /**
   * Whose session it is.
   *
   * @return the account's id
   */
  public String accountId() {
    return accountId;
  }

  /**
   * Has a code mailed to the account's person ({@code POST /codes}).
   *
   * @param purpose what the code is to be good for
   * @return the code request
   * @throws CountersignException where no code was sent
   */
  public CodeRequest requestCode(CodePurpose purpose) throws CountersignException {
    JsonObject body = JsonObject.EMPTY.with("purpose", purpose.text());
    return call(post("/codes", body), CodeRequest::of);
  }

  /**
   * Has the authenticator make the account's first key, and registers it: two calls
   * ({@code POST /biometric/register/options}, {@code POST /biometric/register/verify}).
   *
   * @param authenticator what holds the key
   * @param code a code that was mailed for {@link CodePurpose#REGISTER}
   * @return the credential's id
   * @throws CountersignException where it is not registered; a key that the server refused is
   *     destroyed
   * @throws AuthenticatorException where no key was made
   */
  public CredentialId registerCredential(BiometricAuthenticator authenticator, SecretText code)
      throws CountersignException, AuthenticatorException {
    JsonObject entitlement = JsonObject.EMPTY.with("validateCode", code.exposed());
    CreationOptions options = call(
        post("/biometric/register/options", entitlement), CreationOptions::of);
    RegistrationResponse made = authenticator.createCredential(options);
    try {
      return call(
          post("/biometric/register/verify", made.json()),
          answer -> CredentialId.of(answer.text("credentialId")));
    } catch (RefusedException refusal) {
      // Of no use to anybody. One whose answer was lost may be of some.
      try {
        authenticator.deleteCredential(options.relyingPartyId(), made.id());
      } catch (AuthenticatorException kept) {
        refusal.addSuppressed(kept);
      }
      throw refusal;
    }
  }

  /**
   * Asks for a challenge that is linked to nothing ({@code GET /biometric/auth/options}): good for
   * low amounts of one scenario only, and refused where the server has none such.
   *
   * @return the challenge
   * @throws CountersignException where there is none
   */
  public RequestOptions options() throws CountersignException {
    return call(get("/biometric/auth/options"), RequestOptions::of);
  }

  /**
   * Asks for a challenge that is linked to one action ({@code POST /biometric/auth/options}).
   *
   * @param action what is asked for
   * @return the challenge, and the document that a screen must show before it is signed
   * @throws MismatchException where the server would execute something else than was asked for
   * @throws CountersignException where there is no challenge
   */
  public LinkedChallenge options(ClientAction<?> action) throws CountersignException {
    JsonObject body = JsonObject.EMPTY
        .with("scenario", action.scenario())
        .with("payload", action.payload());
    return call(post("/biometric/auth/options", body), LinkedAnswer::of).check(action);
  }

  /**
   * Exchanges a signed challenge for a verification token ({@code POST /biometric/auth/verify}).
   *
   * @param assertion the signed challenge
   * @return the token, good for {@code expiresIn} seconds (300) and one action
   * @throws CountersignException where the server refuses it
   */
  public Proof.VerificationToken verify(AssertionResponse assertion) throws CountersignException {
    return call(post("/biometric/auth/verify", assertion.json()), answer -> {
      if (!answer.flag("verified")) {
        throw new JsonException("verified must be true in a successful answer");
      }
      return new Proof.VerificationToken(new SecretText(answer.text("verificationToken")));
    });
  }

  /**
   * Has the server execute an action ({@code POST /actions/{scenario}}). Whatever is lost on the
   * way, it is executed once at most: where the answer does not come, the very same request is sent
   * again under the same name.
   *
   * @param <Result> the action's own answer
   * @param action what is asked for
   * @param proof what entitles to it
   * @param operation the operation's name, which {@link #lookUp} takes
   * @param resending how often, and when, it is sent again
   * @return what became of it
   * @throws OutcomeUnknownException where it was sent and no answer says what became of it
   * @throws RefusedException where the server refused it before anything was executed
   * @throws NoAnswerException where nothing was sent
   * @throws CountersignException in these ways only
   * @throws IllegalArgumentException where the action's scenario is no name of one
   */
  public <Result> Operation<Result> perform(
      ClientAction<Result> action, Proof proof, OperationId operation, Resending resending)
      throws CountersignException {
    if (!SCENARIO.matcher(action.scenario()).matches()) {
      throw new IllegalArgumentException("a scenario is 1 to 64 capitals, digits or underscores");
    }
    JsonObject body = JsonObject.EMPTY.with("payload", action.payload()).with(proof.json());
    WireRequest request = post("/actions/" + action.scenario(), body).named(operation.text());
    return resending.run(
        operation, () -> call(request, answer -> Operation.of(action, answer)));
  }

  /**
   * Asks what became of an action ({@code GET /operations/{id}}).
   *
   * <p>That none of its name was executed holds for this moment: a copy may still be on its way.
   * Until its proof has expired, an app performs the very same action again instead of asking for a
   * new challenge.
   *
   * @param <Result> the action's own answer
   * @param action what was asked for
   * @param operation its name
   * @return how it stands now
   * @throws RefusedException with reason {@code not_found} where none of this name was executed
   * @throws CountersignException where there is no answer
   */
  public <Result> Operation<Result> lookUp(ClientAction<Result> action, OperationId operation)
      throws CountersignException {
    return call(
        get("/operations/" + operation.text()), answer -> Operation.of(action, answer));
  }

  /**
   * Calls a route that a module of the server adds.
   *
   * @param <Answer> what is read of the answer
   * @param request the call, without a session
   * @param reading reads the answer
   * @return what it says
   * @throws CountersignException where there is no answer
   */
  public <Answer> Answer call(WireRequest request, ServerConnection.Reading<Answer> reading)
      throws CountersignException {
    return connection.call(request.with(accessToken), key, reading);
  }

  private static WireRequest get(String path) {
    return WireRequest.get(path);
  }

  private static WireRequest post(String path, JsonObject body) {
    return WireRequest.post(path, body);
  }

  /** A linked challenge as the server gave it, not yet compared with what was asked for. */
  private record LinkedAnswer(RequestOptions options, Document document) {
    static LinkedAnswer of(JsonObject answer) throws JsonException {
      return new LinkedAnswer(RequestOptions.of(answer), Document.of(answer.object("document")));
    }

    LinkedChallenge check(ClientAction<?> action) throws MismatchException {
      if (!document.scenario().equals(action.scenario()) || !action.isAnsweredBy(document)) {
        throw new MismatchException(MismatchException.Kind.TRANSACTION_NOT_AS_ASKED);
      }
      Optional<ChallengeLayout> layout = ChallengeLayout.of(options.challenge());
      try {
        if (layout.isPresent() && layout.get().isLinkedTo(document)) {
          return new LinkedChallenge(options, document, new OperationId(layout.get().id()));
        }
      } catch (CanonicalFormException notShowable) {
        throw new MismatchException(MismatchException.Kind.TRANSACTION_NOT_AS_ASKED);
      }
      throw new MismatchException(MismatchException.Kind.CHALLENGE_NOT_AS_SHOWN);
    }
  }
}
