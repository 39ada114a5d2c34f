package dev.countersign;

import java.util.List;

/**
 * A screen that the context wants shown.
 *
 * @param kind which one
 * @param scenario the scenario's name
 * @param transaction what it is about; null for nothing
 * @param notice what was wrong with the last answer; null for nothing
 * @param secondFactorAccount how the second factor stands; null if that is not known
 * @param ways which factors could act, and why the others could not; null if that is not known
 * @param isBusy whether an answer is being processed
 * @param factor the factor that is asked for; only for {@link Kind#FACTOR}
 * @param alternatives the other factors that are taken
 * @param codeDelivery where a code was sent; null if none was
 * @param registersKey whether the factor registers a key of this device as well
 * @param otherDevice whether another device of the account can approve in place of this one, where
 *     the transaction waits too
 * @param title the title of a question or an outcome
 * @param message what stands below it
 * @param yes the way out of the question whether to leave
 * @param no the way back
 * @param outcome how it ended; only for {@link Kind#OUTCOME}
 */
public record Screen(
    Kind kind, String scenario, Flow.@Nullable FlowTransaction transaction,
    @Nullable String notice, Flow.@Nullable SecondFactorAccount secondFactorAccount,
    @Nullable Ways ways, boolean isBusy, @Nullable Factor factor, List<Factor> alternatives,
    Interaction.@Nullable CodeDelivery codeDelivery, boolean registersKey, boolean otherDevice,
    @Nullable String title, @Nullable String message, @Nullable String yes, @Nullable String no,
    @Nullable Outcome outcome) {

  /** Which screen. */
  public enum Kind {
    /** A scenario can be begun. */
    START,
    /** A transaction is shown, to be authorised or denied. */
    CONFIRM_TRANSACTION,
    /** A factor is asked for. */
    FACTOR,
    /** Biometrics are offered. */
    SOFT_PROMPT,
    /** A key of this device is registered. */
    REGISTRATION,
    /**
     * Nothing here: another device of the account can approve. The flow waits for it; leaving ends
     * that, and decides nothing.
     */
    OTHER_DEVICE,
    /** Whether the person means to leave. */
    LEAVING,
    /** How it ended. */
    OUTCOME
  }

  static Screen of(Fields fields) {
    return new Screen(
        fields.oneOf(Kind.class, "kind"), fields.text("scenario"),
        fields.optional("transaction", Flow.FlowTransaction::of), fields.optionalText("notice"),
        fields.optional("secondFactorAccount", Flow.SecondFactorAccount::of),
        fields.optional("ways", Ways::of), fields.flag("isBusy"),
        fields.optionalOneOf(Factor.class, "factor"),
        fields.eachOf(Factor.class, "alternatives"),
        fields.optional("codeDelivery", Interaction.CodeDelivery::of),
        fields.flag("registersKey"), fields.flag("otherDevice"),
        fields.optionalText("title"), fields.optionalText("message"), fields.optionalText("yes"),
        fields.optionalText("no"), fields.optional("outcome", Outcome::of));
  }

  /**
   * How a scenario ended.
   *
   * @param kind how
   * @param failure the code of what went wrong; null where nothing did
   * @param title the title to show
   * @param message what stands below it
   * @param transaction what it was about; null for nothing
   * @param ways which factors could act, and why the others could not; null if that is not known
   */
  public record Outcome(
      Kind kind, @Nullable String failure, String title, String message,
      Flow.@Nullable FlowTransaction transaction, @Nullable Ways ways) {
    /** How. */
    public enum Kind {
      /** It was authorised. */
      AUTHORIZED,
      /** The person denied it. */
      DENIED,
      /** It failed. */
      FAILED
    }

    static Outcome of(Fields fields) {
      return new Outcome(
          fields.oneOf(Kind.class, "kind"), fields.optionalText("failure"),
          fields.text("title"), fields.text("message"),
          fields.optional("transaction", Flow.FlowTransaction::of),
          fields.optional("ways", Ways::of));
    }
  }
}
