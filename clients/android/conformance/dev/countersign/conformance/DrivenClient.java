package dev.countersign.conformance;

import dev.countersign.vectors.AccountSession;
import dev.countersign.vectors.CodePurpose;
import dev.countersign.vectors.CodeRequest;
import dev.countersign.vectors.CountersignException;
import dev.countersign.vectors.LinkedChallenge;
import dev.countersign.vectors.OperationId;
import dev.countersign.vectors.Proof;
import dev.countersign.vectors.Resending;
import dev.countersign.vectors.ServerConnection;
import dev.countersign.vectors.device.AuthenticatorException;
import dev.countersign.vectors.device.BiometricAuthenticator;
import dev.countersign.vectors.device.SigningRequest;
import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonArray;
import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.encoding.SecretText;
import dev.countersign.vectors.http.HttpLimits;
import dev.countersign.vectors.http.HttpTransport;
import dev.countersign.vectors.http.ServerAddress;
import dev.countersign.vectors.linking.ChallengeLayout;
import dev.countersign.vectors.linking.Document;
import dev.countersign.vectors.linking.NothingLinked;
import dev.countersign.vectors.linking.SigningSubject;
import dev.countersign.shop.TopUp;
import dev.countersign.shop.TopUpAnswer;
import dev.countersign.vectors.webauthn.AssertionResponse;
import dev.countersign.vectors.webauthn.Origin;
import dev.countersign.vectors.webauthn.RequestOptions;
import java.time.Duration;
import java.util.UUID;

/**
 * One account's client: the library's own calls, one for each command, and what it holds between.
 */
final class DrivenClient {
  private static final Resending AT_ONCE = new Resending(3, Duration.ZERO);

  private final DisturbedTransport transport;
  private final ServerConnection connection;
  private final ScriptedGate gate = new ScriptedGate();
  private final LosableKeys keys = new LosableKeys();
  private BiometricAuthenticator authenticator;

  private CodeRequest codeRequest;
  private AccountSession session;
  private RequestOptions options;
  private SigningSubject subject;
  private OperationId operation;
  private AssertionResponse assertion;
  private Proof.VerificationToken token;

  DrivenClient(String server, String origin) {
    transport = new DisturbedTransport(
        new HttpTransport(ServerAddress.of(server), HttpLimits.STANDARD));
    connection = new ServerConnection(transport, "en", ServerAddress.of(server));
    authenticator = new BiometricAuthenticator(new Origin(origin), keys, gate);
  }

  /** Carries out one command. */
  JsonObject run(JsonObject command)
      throws CountersignException, AuthenticatorException, JsonException {
    switch (command.text("do")) {
      case "signUp" -> codeRequest =
          connection.signUp(command.text("userName"), command.text("displayName"));
      case "openSession" -> session =
          connection.openSession(codeRequest, new SecretText(command.text("code")));
      case "requestRegistrationCode" -> session.requestCode(CodePurpose.REGISTER);
      case "register" ->
          session.registerCredential(authenticator, new SecretText(command.text("code")));
      case "askOptions" -> askOptions(topUp(command));
      case "askUnlinkedOptions" -> askUnlinkedOptions();
      case "show" -> subject = Document.of(command.object("document"));
      case "sign" -> assertion = authenticator.sign(new SigningRequest(options, subject));
      case "verify" -> token = session.verify(assertion);
      case "topUp" -> {
        return perform(
            topUp(command), command.flag("byToken"), command.flag("underFreshName"));
      }
      case "answerPrompts" -> answerPrompts(command.text("answer"));
      case "speakFor" -> authenticator =
          new BiometricAuthenticator(new Origin(command.text("origin")), keys, gate);
      case "loseAnswer" -> transport.loseAnswer();
      case "changeTransaction" -> transport.changeTransaction(
          command.text("field"),
          command.member("value").orElseThrow(() -> new JsonException("no value to change to")));
      case "report" -> {
        return JsonObject.EMPTY
            .with("calls", transport.calls())
            .with("isUndisturbed", transport.isUndisturbed())
            .with("prompts", JsonArray.of(gate.prompts()));
      }
      default -> throw new JsonException("no such command");
    }
    return JsonObject.EMPTY;
  }

  private void askOptions(TopUp action) throws CountersignException {
    LinkedChallenge challenge = session.options(action);
    options = challenge.options();
    subject = challenge.document();
    operation = challenge.operation();
  }

  private void askUnlinkedOptions() throws CountersignException, JsonException {
    options = session.options();
    subject = new NothingLinked("airtime");
    operation = new OperationId(ChallengeLayout.of(options.challenge())
        .orElseThrow(() -> new JsonException("no challenge of this server")).id());
  }

  private JsonObject perform(TopUp action, boolean isByToken, boolean isUnderFreshName)
      throws CountersignException {
    Proof proof = isByToken ? token : new Proof.Assertion(assertion);
    OperationId name = isUnderFreshName
        ? new OperationId(ByteString.ofUtf8(UUID.randomUUID().toString())) : operation;
    TopUpAnswer answer = session.perform(action, proof, name, AT_ONCE).result();
    return JsonObject.EMPTY.with("bought", JsonObject.EMPTY
        .with("transactionId", answer.transactionId())
        .with("balance", answer.balance()));
  }

  private void answerPrompts(String answer) {
    if (answer.equals("keyGone")) {
      keys.lose();
    }
    gate.answer(answer);
  }

  private static TopUp topUp(JsonObject command) throws JsonException {
    JsonObject payload = command.object("payload");
    return new TopUp(
        payload.integer("amount"), payload.text("productCode"), payload.text("recipientPhone"),
        payload.optionalText("supplierSlug"),
        payload.member("useCashback").isPresent() && payload.flag("useCashback"));
  }
}
