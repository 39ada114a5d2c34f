package dev.countersign;

import java.util.List;

/**
 * One sequence of questions to a person, as a screen renders it.
 *
 * @param id the id among all flows of this process
 * @param type the type; it never changes
 * @param state what a screen has to do now
 * @param error why it ended; only in {@link State#ERROR}
 * @param currentInteraction the question that is asked, or whose answer is being processed
 * @param previousInteractionResult what became of the question before
 * @param secondFactorAccount how the second factor stands; null until the server was asked
 * @param session the session; only in enrolments and logins
 * @param transaction what is signed; null where the scenario has nothing to show
 * @param ways which factors could act, and why the others could not; null if the server was not
 *     asked
 * @param result the action's result, in {@link State#DONE}
 * @param earlierOperation the result of an operation of an earlier flow whose answer had been lost
 */
public record Flow(
    String id, Type type, State state, @Nullable Failure error,
    @Nullable Interaction currentInteraction,
    @Nullable InteractionResult previousInteractionResult,
    @Nullable SecondFactorAccount secondFactorAccount, @Nullable Session session,
    @Nullable FlowTransaction transaction, @Nullable Ways ways, @Nullable ActionResult result,
    @Nullable ActionResult earlierOperation) {

  /** The type of a flow. */
  public enum Type {
    /** An account comes to this device. */
    ENROL,
    /** A person is logged in, here or on another screen. */
    LOGIN,
    /** A transaction is authorised. */
    SIGN_TRANSACTION,
    /** The PIN is replaced by another. */
    CHANGE_PIN,
    /** A key of this device becomes a factor. */
    ADD_BIOMETRICS,
    /** The key of this device is a factor no more. */
    REMOVE_BIOMETRICS,
    /** An account that was enrolled without a second factor gets one. */
    HEADLESS_UPGRADE
  }

  /** What a screen has to do now. */
  public enum State {
    /** A question is asked; input is taken. */
    WAIT_FOR_INPUT,
    /** Nothing is asked; another update follows. */
    PROCESSING,
    /** It worked. Final. */
    DONE,
    /** It did not. Final. */
    ERROR
  }

  /**
   * Why a flow ended.
   *
   * @param kind the kind, as in the documentation: {@code cancelled}, {@code network}
   * @param reason the reason beside it, if there is one
   * @param operation what is open, for {@code outcomeUnknown}
   */
  public record Failure(String kind, @Nullable Reason reason, @Nullable String operation) {
    static Failure of(Fields fields) {
      return new Failure(
          fields.text("kind"), fields.optional("reason", Reason::of),
          fields.optionalText("operation"));
    }
  }

  /**
   * Whether no update follows.
   *
   * @return whether
   */
  public boolean isFinal() {
    return state == State.DONE || state == State.ERROR;
  }

  static Flow of(Fields fields) {
    return new Flow(
        fields.text("id"), fields.oneOf(Type.class, "type"), fields.oneOf(State.class, "state"),
        fields.optional("error", Failure::of),
        fields.optional("currentInteraction", Interaction::of),
        fields.optional("previousInteractionResult", InteractionResult::of),
        fields.optional("secondFactorAccount", SecondFactorAccount::of),
        fields.optional("session", Session::of),
        fields.optional("transaction", FlowTransaction::of), fields.optional("ways", Ways::of),
        fields.optional("result", ActionResult::of),
        fields.optional("earlierOperation", ActionResult::of));
  }

  /**
   * What became of a question.
   *
   * @param outcome right or wrong
   * @param interaction the question's kind
   * @param inputTypes what was given
   * @param reason why it was not accepted; null if it was
   */
  public record InteractionResult(
      Outcome outcome, Interaction.Type interaction, List<Interaction.InputType> inputTypes,
      @Nullable Reason reason) {

    /** Right or wrong. */
    public enum Outcome {
      /** The input was accepted. */
      SUCCESS,
      /** The PIN was not accepted. */
      PIN_FAIL,
      /** The code was not accepted, or could not be sent again. */
      CODE_FAIL,
      /** The biometric check failed, was cancelled or is not possible. */
      BIOMETRICS_FAIL,
      /** The biometric key is gone. */
      BIOMETRICS_REMOVED,
      /** The input is kept; the server has not verified it yet. */
      COLLECTED
    }

    static InteractionResult of(Fields fields) {
      return new InteractionResult(
          fields.oneOf(Outcome.class, "outcome"),
          fields.oneOf(Interaction.Type.class, "interaction"),
          fields.eachOf(Interaction.InputType.class, "inputTypes"),
          fields.optional("reason", Reason::of));
    }
  }

  /**
   * How an account's second factor stands, as the server told it last.
   *
   * @param isBlocked whether the PIN is blocked
   * @param failedAttempts wrong PINs since the last right one
   * @param maxAttempts how many in a row block it
   * @param penalisedForSeconds seconds until the next PIN is taken; 0 for at once
   * @param penalisedUntil the time at which it is taken, RFC 3339 in UTC; null for at once
   * @param hasPin whether the account has a PIN
   * @param hasBiometrics whether the account has a credential
   */
  public record SecondFactorAccount(
      boolean isBlocked, long failedAttempts, long maxAttempts, long penalisedForSeconds,
      @Nullable String penalisedUntil, boolean hasPin, boolean hasBiometrics) {
    static SecondFactorAccount of(Fields fields) {
      return new SecondFactorAccount(
          fields.flag("isBlocked"), fields.integer("failedAttempts"),
          fields.integer("maxAttempts"), fields.integer("penalisedForSeconds"),
          fields.optionalText("penalisedUntil"), fields.flag("hasPIN"),
          fields.flag("hasBiometrics"));
    }
  }

  /**
   * The session of an enrolment or a login.
   *
   * @param id its id at the server
   * @param type enrolment or login
   * @param account the account, once it is known
   * @param logo the logo that the server wants shown; null for none
   * @param announced the lines that the server wants shown, in order
   * @param displayName whom an enrolment is for; null for a login
   * @param existingAccounts for an enrolment: the account on each device where it is enrolled
   *     already, oldest first; empty for a new one
   */
  public record Session(
      String id, Type type, @Nullable Account account, @Nullable String logo,
      List<Line> announced, @Nullable String displayName,
      List<ExistingAccount> existingAccounts) {
    static Session of(Fields fields) {
      Fields announced = Fields.of(fields.members().get("announceInfo"));
      Fields enrolment = Fields.of(fields.members().get("enrolInfo"));
      return new Session(
          fields.text("id"), fields.oneOf(Type.class, "type"),
          fields.optional("account", Account::of),
          announced == null ? null : announced.optionalText("logo"),
          announced == null ? List.of() : announced.list("entries",
              line -> new Line(line.text("key"), line.text("value"))),
          enrolment == null ? null : enrolment.text("displayName"),
          enrolment == null
              ? List.of() : enrolment.list("existingAccounts", ExistingAccount::of));
    }
  }

  /**
   * An account at the server, as it is enrolled on one device.
   *
   * @param account the account
   * @param device the device's name
   */
  public record ExistingAccount(Account account, String device) {
    static ExistingAccount of(Fields fields) {
      return new ExistingAccount(Account.of(fields.record("account")), fields.text("device"));
    }
  }

  /**
   * A line that the server wants shown.
   *
   * @param key what it is
   * @param value what it says
   */
  public record Line(String key, String value) {}

  /**
   * What is signed.
   *
   * @param document the document; null where the scenario has none
   * @param reviewId the id of a transaction under review; null for another
   * @param status how that stands: {@code pending}, {@code approved}, {@code denied}
   * @param expires the end of its time, RFC 3339 in UTC
   * @param number the number that the asking screen shows, for the person to compare; null where a
   *     host asks
   */
  public record FlowTransaction(
      @Nullable Document document, @Nullable String reviewId, @Nullable String status,
      @Nullable String expires, @Nullable String number) {
    static FlowTransaction of(Fields fields) {
      Fields review = Fields.of(fields.members().get("review"));
      Document document = fields.optional("document", Document::of);
      return review == null
          ? new FlowTransaction(document, null, null, null, null)
          : new FlowTransaction(
              document == null ? review.optional("document", Document::of) : document,
              review.text("id"), review.text("status"), review.text("expires"),
              review.optionalText("number"));
    }
  }

  /**
   * The result of an action.
   *
   * @param operation by which the server can be asked for it again
   * @param status {@code completed}, {@code pending} or {@code failed}
   * @param content the action's own answer as JSON; empty where there is no more to say
   */
  public record ActionResult(String operation, String status, String content) {
    static ActionResult of(Fields fields) {
      return new ActionResult(
          fields.text("operation"), fields.text("status"),
          new String(fields.bytes("content"), java.nio.charset.StandardCharsets.UTF_8));
    }
  }
}
