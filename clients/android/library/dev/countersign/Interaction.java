package dev.countersign;

import java.util.List;

/**
 * A question to the person.
 *
 * @param type its kind
 * @param inputTypes what was given for it
 * @param confirmSessionInfo what is to be confirmed; only for {@link Type#CONFIRM}
 * @param secondFactorInfo the factors that answer it; null if none does
 * @param softPromptReason why biometrics are offered; only for {@link Type#SOFT_PROMPT}
 */
public record Interaction(
    Type type, List<InputType> inputTypes, @Nullable ConfirmSessionInfo confirmSessionInfo,
    @Nullable SecondFactorInfo secondFactorInfo, @Nullable SoftPromptReason softPromptReason) {

  /** The kind of a question. */
  public enum Type {
    /** Whether a session is to be opened. */
    CONFIRM,
    /** Whether the transaction that is shown is right. */
    CONFIRM_TRANSACTION,
    /** A factor that the person has. */
    VERIFY_SECOND_FACTOR,
    /** A factor that the person is to have. */
    SET_SECOND_FACTOR,
    /** Whether biometrics are wanted on this device. */
    SOFT_PROMPT
  }

  /** The type of a person's input. */
  public enum InputType {
    /** The PIN. */
    PIN,
    /** Biometrics. */
    BIOMETRICS,
    /** A yes or a no. */
    CONFIRM,
    /** A code that was mailed. */
    VALIDATE_CODE,
    /** A code that was texted. */
    OTP,
    /** A code of the person's authenticator app. */
    TWO_FACTOR
  }

  /** Why biometrics are offered. */
  public enum SoftPromptReason {
    /** Factors are being set up. */
    SETTING_UP,
    /** Biometrics are being added. */
    ADDING,
    /** Something is being proved. */
    PROVING
  }

  /**
   * What is to be confirmed.
   *
   * @param accounts those to choose from in a login; those here already in an enrolment
   * @param numbers the numbers of which one stands on the other screen; empty if there is none
   * @param secondFactorNeeded whether a second factor will be asked for; in a login, for one of the
   *     accounts at least
   */
  public record ConfirmSessionInfo(
      List<Account> accounts, List<String> numbers, boolean secondFactorNeeded) {
    static ConfirmSessionInfo of(Fields fields) {
      return new ConfirmSessionInfo(
          fields.list("accounts", Account::of), fields.texts("numbers"),
          fields.flag("secondFactorNeeded"));
    }
  }

  /**
   * The factors that answer a question.
   *
   * @param allowed those that are taken
   * @param required those that must be given
   * @param codeDelivery where a code was sent; null if none was
   * @param registersKey whether the answer registers a key of this device; a PIN approves as well,
   *     since the key that it adds waits, and could approve no more
   * @param otherDevice whether another device of the account can approve what is under review,
   *     where it waits too: the flow is done once that has. With no factor allowed it waits for
   *     that device
   * @param biometricsObstacle why biometrics are not among them, though what is signed would take
   *     them; null if they are, or are not wanted
   */
  public record SecondFactorInfo(
      List<Factor> allowed, List<Factor> required, @Nullable CodeDelivery codeDelivery,
      boolean registersKey, boolean otherDevice, @Nullable Reason biometricsObstacle) {
    static SecondFactorInfo of(Fields fields) {
      return new SecondFactorInfo(
          fields.eachOf(Factor.class, "allowed"), fields.eachOf(Factor.class, "required"),
          fields.optional("codeDelivery", CodeDelivery::of), fields.flag("registersKey"),
          fields.flag("otherDevice"),
          fields.optional("biometricsObstacle", Reason::of));
    }
  }

  /**
   * Where a code was sent.
   *
   * @param destination where, in part
   * @param resendAfterSeconds after how many seconds another may be sent
   * @param second the factor that goes with it; null for none
   */
  public record CodeDelivery(
      String destination, long resendAfterSeconds, @Nullable Factor second) {
    static CodeDelivery of(Fields fields) {
      return new CodeDelivery(
          fields.text("destination"), fields.integer("resendAfterSeconds"),
          fields.optionalOneOf(Factor.class, "second"));
    }
  }

  static Interaction of(Fields fields) {
    return new Interaction(
        fields.oneOf(Type.class, "type"), fields.eachOf(InputType.class, "inputTypes"),
        fields.optional("confirmSessionInfo", ConfirmSessionInfo::of),
        fields.optional("secondFactorInfo", SecondFactorInfo::of),
        fields.optionalOneOf(SoftPromptReason.class, "softPromptReason"));
  }
}
