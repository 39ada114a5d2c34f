package dev.countersign;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * The lock in front of an account's screens: this device alone opens it, without a call. Only a new
 * app PIN asks the server.
 */
public final class SoftLock {
  private final Countersign countersign;
  private final String account;

  SoftLock(Countersign countersign, String account) {
    this.countersign = countersign;
    this.account = account;
  }

  /** Whether there is an app PIN. */
  public enum AppPinState {
    /** None was set. */
    UNSET,
    /** There is one. */
    SET,
    /** Too many wrong tries wiped it: a full login is needed. */
    WIPED
  }

  /**
   * The app has appeared: the person is asked where that is needed.
   *
   * @return how the lock stands
   */
  public CompletableFuture<LockPhase> appAppeared() {
    return ask(Operation.LOCK_APPEARED, "readiness", countersign.readiness().name());
  }

  /**
   * The app has gone to the background.
   *
   * @return how the lock stands
   */
  public CompletableFuture<LockPhase> appLeft() {
    return ask(Operation.LOCK_LEFT, "none", null);
  }

  /**
   * The person wants biometrics instead of the app PIN.
   *
   * @return how the lock stands
   */
  public CompletableFuture<LockPhase> useBiometrics() {
    return ask(Operation.LOCK_USE_BIOMETRICS, "none", null);
  }

  /**
   * Tries an app PIN.
   *
   * @param appPin the app PIN
   * @return how the lock stands
   */
  public CompletableFuture<LockPhase> submit(String appPin) {
    return ask(Operation.LOCK_SUBMIT, "appPIN", Countersign.given(appPin, "appPin"));
  }

  /**
   * Sets the first app PIN, which opens the lock, or changes that of a lock that is open. The PIN
   * that is typed beside it is proved at the server before the two are compared, so no app can set
   * the PIN as app PIN; a wrong one counts as a try.
   *
   * @param appPin the app PIN
   * @param pin the account's PIN, which the app PIN must differ from; null only if the account has
   *     no PIN on this device
   * @return how the lock stands
   */
  public CompletableFuture<LockPhase> setAppPin(String appPin, @Nullable String pin) {
    Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
    arguments.put("account", account);
    arguments.put("appPIN", Countersign.given(appPin, "appPin"));
    arguments.put("pin", pin);
    return phase(Operation.LOCK_SET, arguments);
  }

  /**
   * The account was logged out.
   *
   * @return how the lock stands
   */
  public CompletableFuture<LockPhase> loggedOut() {
    return ask(Operation.LOCK_LOGGED_OUT, "none", null);
  }

  /**
   * Whether there is an app PIN.
   *
   * @return whether
   */
  public CompletableFuture<AppPinState> appPinState() {
    return countersign.ask(
        Operation.APP_PIN_STATE, Map.of("account", account),
        value -> AppPinState.valueOf(String.valueOf(value)));
  }

  private CompletableFuture<LockPhase> ask(
      Operation operation, String name, @Nullable String value) {
    Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
    arguments.put("account", account);
    arguments.put(name, value);
    return phase(operation, arguments);
  }

  private CompletableFuture<LockPhase> phase(Operation operation, Map<String, ?> arguments) {
    return countersign.ask(operation, arguments, value ->
        LockPhase.of(Objects.requireNonNull(Fields.of(value), "the SDK gave no phase")));
  }
}
