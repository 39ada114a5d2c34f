package dev.countersign;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The one flow at a time: its starts and its inputs. Its course comes to the {@link Listener}. */
public final class Flows {
  private final Countersign countersign;

  Flows(Countersign countersign) {
    this.countersign = countersign;
  }

  /**
   * The flow as it stands; null before the first.
   *
   * @return the flow
   */
  public CompletableFuture<@Nullable Flow> currentFlow() {
    return flow(Operation.CURRENT_FLOW, Map.of());
  }

  /**
   * Starts an enrolment: an account comes to this device.
   *
   * @param link the link, as it was scanned or tapped
   * @return the new flow
   */
  public CompletableFuture<@Nullable Flow> startEnrol(String link) {
    return flow(Operation.START_ENROL, Map.of("link", Countersign.given(link, "link")));
  }

  /**
   * Starts a login of the app itself.
   *
   * @param account the account; null to let the person choose
   * @return the new flow
   */
  public CompletableFuture<@Nullable Flow> startLogin(@Nullable String account) {
    return flow(Operation.START_LOGIN, Countersign.ofAccount(account));
  }

  /**
   * Starts a login of another screen, which gets the session.
   *
   * @param link the link, as it was scanned or tapped
   * @param account the account; null to let the person choose
   * @return the new flow
   */
  public CompletableFuture<@Nullable Flow> startLinkLogin(
      String link, @Nullable String account) {
    Map<String, @Nullable Object> arguments = Countersign.ofAccount(account);
    arguments.put("link", Countersign.given(link, "link"));
    return flow(Operation.START_LINK_LOGIN, arguments);
  }

  /**
   * Starts the review of a transaction.
   *
   * @param transaction its id
   * @param account who reviews; null for the account that was used last
   * @return the new flow
   */
  public CompletableFuture<@Nullable Flow> startReview(
      String transaction, @Nullable String account) {
    Map<String, @Nullable Object> arguments = Countersign.ofAccount(account);
    arguments.put("transaction", Countersign.given(transaction, "transaction"));
    return flow(Operation.START_REVIEW, arguments);
  }

  /**
   * Starts a change of the PIN.
   *
   * @param account whose; null for the account that was used last
   * @return the new flow
   */
  public CompletableFuture<@Nullable Flow> startChangePin(@Nullable String account) {
    return flow(Operation.START_CHANGE_PIN, Countersign.ofAccount(account));
  }

  /**
   * Starts to make a key of this device a factor.
   *
   * @param account whose; null for the account that was used last
   * @return the new flow
   */
  public CompletableFuture<@Nullable Flow> startAddBiometrics(@Nullable String account) {
    return flow(Operation.START_ADD_BIOMETRICS, Countersign.ofAccount(account));
  }

  /**
   * Starts to remove the key of this device.
   *
   * @param account whose; null for the account that was used last
   * @return the new flow
   */
  public CompletableFuture<@Nullable Flow> startRemoveBiometrics(@Nullable String account) {
    return flow(Operation.START_REMOVE_BIOMETRICS, Countersign.ofAccount(account));
  }

  /**
   * Starts to give a second factor to an account that was enrolled without one.
   *
   * @param account whose; null for the account that was used last
   * @return the new flow
   */
  public CompletableFuture<@Nullable Flow> startHeadlessUpgrade(@Nullable String account) {
    return flow(Operation.START_HEADLESS_UPGRADE, Countersign.ofAccount(account));
  }

  /**
   * Says yes to a session that is opened.
   *
   * @param account in a login one of the accounts that were shown; null in an enrolment
   * @param number the number on the other screen; null where none was shown
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> confirmSession(
      @Nullable Account account, @Nullable String number) {
    Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
    arguments.put("account", account == null ? null : account.id());
    arguments.put("displayName", account == null ? null : account.displayName());
    arguments.put("number", number);
    return countersign.done(Operation.CONFIRM_SESSION, arguments);
  }

  /**
   * Says yes to the transaction that is shown.
   *
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> confirmTransaction() {
    return countersign.done(Operation.CONFIRM_TRANSACTION, Map.of());
  }

  /**
   * Gives a PIN, a code or biometrics, or a new PIN and biometrics in one.
   *
   * @param pin the PIN; null for none
   * @param biometrics whether biometrics are given: the platform will ask
   * @param code a code; null for none
   * @param userInput what the person says beside it, which it does not sign, at most 256
   *     characters; null for nothing
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> inputSecondFactor(
      @Nullable String pin, boolean biometrics, @Nullable String code,
      @Nullable String userInput) {
    return input(pin, biometrics, code, userInput, null);
  }

  private CompletableFuture<@Nullable Void> input(
      @Nullable String pin, boolean biometrics, @Nullable String code,
      @Nullable String userInput, @Nullable String appPin) {
    Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
    arguments.put("pin", pin);
    arguments.put("biometrics", biometrics);
    arguments.put("code", code);
    arguments.put("userInput", userInput);
    arguments.put("appPIN", appPin);
    return countersign.done(Operation.INPUT_SECOND_FACTOR, arguments);
  }

  /**
   * Gives the PIN, an old one or a new one.
   *
   * @param pin the PIN
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> inputPin(String pin) {
    return inputSecondFactor(Countersign.given(pin, "pin"), false, null, null);
  }

  /**
   * Sets a PIN, and with it the app PIN that opens the soft lock; the two must differ.
   *
   * @param pin the new PIN
   * @param appPin the app PIN
   * @return completes when they are taken
   */
  public CompletableFuture<@Nullable Void> setPin(String pin, String appPin) {
    return input(Countersign.given(pin, "pin"), false, null, null,
        Countersign.given(appPin, "appPin"));
  }

  /**
   * Gives a code.
   *
   * @param code the code
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> inputCode(String code) {
    return inputSecondFactor(null, false, Countersign.given(code, "code"), null);
  }

  /**
   * Gives biometrics: the platform will ask.
   *
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> inputBiometrics() {
    return inputSecondFactor(null, true, null, null);
  }

  /**
   * Has a code sent in place of biometrics, or once more.
   *
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> requestCode() {
    return countersign.done(Operation.REQUEST_CODE, Map.of());
  }

  /**
   * Says whether biometrics are wanted on this device.
   *
   * @param accept whether
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> answerSoftPrompt(boolean accept) {
    return countersign.done(Operation.ANSWER_SOFT_PROMPT, Map.of("accept", accept));
  }

  /**
   * Denies what is asked to be authorised.
   *
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> deny() {
    return countersign.done(Operation.DENY, Map.of());
  }

  /**
   * Ends the flow at once, whatever is under way. It denies nothing.
   *
   * @return completes when it has ended
   */
  public CompletableFuture<@Nullable Void> cancel() {
    return countersign.done(Operation.CANCEL, Map.of());
  }

  private CompletableFuture<@Nullable Flow> flow(
      Operation operation, Map<String, ?> arguments) {
    return countersign.ask(operation, arguments, value -> {
      Fields fields = Fields.of(value);
      return fields == null ? null : Flow.of(fields);
    });
  }
}
