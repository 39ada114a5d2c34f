package dev.countersign;

import java.lang.ref.Cleaner;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * The SDK: one flow at a time, scenarios with their screens, and the soft lock.
 *
 * <p>Every method may be called from any thread and returns at once; what it gives completes on the
 * app's executor, where it fails with a {@link CountersignException}. A flow's course comes to the
 * {@link Listener}.
 */
public final class Countersign implements AutoCloseable {
  /** Lets go of what nobody closed: one thread for all. */
  private static final Cleaner REAPER = Cleaner.create();

  private final Setup setup;
  private final Held held;
  private final Cleaner.Cleanable cleanable;

  private Countersign(Setup setup, Held held) {
    this.setup = setup;
    this.held = held;
    cleanable = REAPER.register(this, held);
  }

  /** What the SDK holds for one of these, and what is held here for it. */
  private static final class Held implements Runnable {
    private final long handle;
    private final long app;
    private final Seams seams;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    Held(long handle, long app, Seams seams) {
      this.handle = handle;
      this.app = app;
      this.seams = seams;
    }

    @Override
    public void run() {
      if (isClosed.compareAndSet(false, true)) {
        Native.ask(handle, Operation.CLOSE, Map.of()).whenComplete((done, problem) -> {
          Native.unregister(app);
          seams.close();
        });
      }
    }
  }

  /**
   * Opens the SDK.
   *
   * @param setup what the app brings
   * @return the SDK
   * @throws CountersignException where a value of the setup is not what it must be
   */
  public static Countersign open(Setup setup) {
    Seams seams = new Seams(Objects.requireNonNull(setup, "give a setup"));
    long app = Native.register(seams);
    try {
      Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
      arguments.put("app", app);
      arguments.put("server", setup.server());
      arguments.put("relyingParty", setup.relyingParty());
      arguments.put("origin", setup.origin());
      arguments.put("deviceName", setup.deviceName());
      arguments.put("languages", setup.languages());
      arguments.put("scenarios", setup.scenarios().stream().map(Countersign::crossing).toList());
      Object handle = Native.ask(0, Operation.OPEN, arguments).join();
      return new Countersign(setup, new Held((Long) Objects.requireNonNull(handle), app, seams));
    } catch (CompletionException problem) {
      Native.unregister(app);
      if (problem.getCause() instanceof CountersignException told) {
        throw told;
      }
      throw problem;
    } catch (RuntimeException problem) {
      Native.unregister(app);
      throw problem;
    }
  }

  private static Map<String, Object> crossing(Scenario scenario) {
    return Map.of(
        "name", scenario.name(), "level", scenario.level().name(),
        "fallback", scenario.fallback().stream().map(Enum::name).sorted().toList(),
        "successTitle", scenario.successTitle(), "successMessage", scenario.successMessage());
  }

  // Flows

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
    return flow(Operation.START_ENROL, Map.of("link", given(link, "link")));
  }

  /**
   * Starts a login of the app itself.
   *
   * @param account the account; null to let the person choose
   * @return the new flow
   */
  public CompletableFuture<@Nullable Flow> startLogin(@Nullable String account) {
    return flow(Operation.START_LOGIN, ofAccount(account));
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
    Map<String, @Nullable Object> arguments = ofAccount(account);
    arguments.put("link", given(link, "link"));
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
    Map<String, @Nullable Object> arguments = ofAccount(account);
    arguments.put("transaction", given(transaction, "transaction"));
    return flow(Operation.START_REVIEW, arguments);
  }

  /**
   * Starts a change of the PIN.
   *
   * @param account whose; null for the account that was used last
   * @return the new flow
   */
  public CompletableFuture<@Nullable Flow> startChangePin(@Nullable String account) {
    return flow(Operation.START_CHANGE_PIN, ofAccount(account));
  }

  /**
   * Starts to make a key of this device a factor.
   *
   * @param account whose; null for the account that was used last
   * @return the new flow
   */
  public CompletableFuture<@Nullable Flow> startAddBiometrics(@Nullable String account) {
    return flow(Operation.START_ADD_BIOMETRICS, ofAccount(account));
  }

  /**
   * Starts to remove the key of this device.
   *
   * @param account whose; null for the account that was used last
   * @return the new flow
   */
  public CompletableFuture<@Nullable Flow> startRemoveBiometrics(@Nullable String account) {
    return flow(Operation.START_REMOVE_BIOMETRICS, ofAccount(account));
  }

  /**
   * Starts to give a second factor to an account that was enrolled without one.
   *
   * @param account whose; null for the account that was used last
   * @return the new flow
   */
  public CompletableFuture<@Nullable Flow> startHeadlessUpgrade(@Nullable String account) {
    return flow(Operation.START_HEADLESS_UPGRADE, ofAccount(account));
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
    return done(Operation.CONFIRM_SESSION, arguments);
  }

  /**
   * Says yes to the transaction that is shown.
   *
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> confirmTransaction() {
    return done(Operation.CONFIRM_TRANSACTION, Map.of());
  }

  /**
   * Gives a PIN, a code or biometrics, or a new PIN and biometrics in one.
   *
   * @param pin the PIN; null for none
   * @param biometrics whether biometrics are given: the platform will ask
   * @param code a code; null for none
   * @param userInput what the person says beside it, at most 256 characters; null for nothing
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> inputSecondFactor(
      @Nullable String pin, boolean biometrics, @Nullable String code,
      @Nullable String userInput) {
    Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
    arguments.put("pin", pin);
    arguments.put("biometrics", biometrics);
    arguments.put("code", code);
    arguments.put("userInput", userInput);
    return done(Operation.INPUT_SECOND_FACTOR, arguments);
  }

  /**
   * Gives the PIN, an old one or a new one.
   *
   * @param pin the PIN
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> inputPin(String pin) {
    return inputSecondFactor(given(pin, "pin"), false, null, null);
  }

  /**
   * Gives a code.
   *
   * @param code the code
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> inputCode(String code) {
    return inputSecondFactor(null, false, given(code, "code"), null);
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
    return done(Operation.REQUEST_CODE, Map.of());
  }

  /**
   * Says whether biometrics are wanted on this device.
   *
   * @param accept whether
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> answerSoftPrompt(boolean accept) {
    return done(Operation.ANSWER_SOFT_PROMPT, Map.of("accept", accept));
  }

  /**
   * Denies what is asked to be authorised.
   *
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> deny() {
    return done(Operation.DENY, Map.of());
  }

  /**
   * Ends the flow at once, whatever is under way. It denies nothing.
   *
   * @return completes when it has ended
   */
  public CompletableFuture<@Nullable Void> cancel() {
    return done(Operation.CANCEL, Map.of());
  }

  // Accounts

  /**
   * Logs an account out: ends the flow, and its session here and at the server.
   *
   * @param account the account; null for the one that was used last
   * @return completes when it is done
   */
  public CompletableFuture<@Nullable Void> logOut(@Nullable String account) {
    return done(Operation.LOG_OUT, ofAccount(account));
  }

  /**
   * The accounts of this installation.
   *
   * @return the accounts
   */
  public CompletableFuture<List<Account>> accounts() {
    return ask(Operation.ACCOUNTS, Map.of(), value -> list(value, Account::of));
  }

  /**
   * Makes an account the one that a flow is for where none is named.
   *
   * @param account its id
   * @return completes when it is done
   */
  public CompletableFuture<@Nullable Void> selectAccount(String account) {
    return done(Operation.SELECT_ACCOUNT, Map.of("account", given(account, "account")));
  }

  /**
   * Removes an account, and all that is kept of it here.
   *
   * @param account its id
   * @return completes when it is done
   */
  public CompletableFuture<@Nullable Void> removeAccount(String account) {
    return done(Operation.REMOVE_ACCOUNT, Map.of("account", given(account, "account")));
  }

  // The context

  /**
   * The end of a scenario.
   *
   * @param kind how
   * @param outcome the outcome; null unless it ended with one
   */
  public record ProcessResult(Kind kind, Screen.@Nullable Outcome outcome) {
    /** How. */
    public enum Kind {
      /** With an outcome. */
      ENDED,
      /** The person left before there was one. */
      LEFT,
      /** Nothing was started: another is under way, and was not touched. */
      BUSY
    }

    static ProcessResult of(Fields fields) {
      return new ProcessResult(
          fields.oneOf(Kind.class, "kind"), fields.optional("outcome", Screen.Outcome::of));
    }
  }

  /**
   * Runs a scenario: the person has pressed "Authorize".
   *
   * @param scenario its name
   * @param payload what it is run for, of null, Boolean, Long, Integer, String, byte[], List and
   *     Map; null for nothing
   * @return how it ended, once its outcome screen is closed
   */
  public CompletableFuture<ProcessResult> process(
      String scenario, @Nullable Map<String, ?> payload) {
    Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
    arguments.put("scenario", given(scenario, "scenario"));
    arguments.put("payload", payload);
    return ask(Operation.PROCESS, arguments, value -> ProcessResult.of(record(value)));
  }

  /**
   * Denies a transaction that waits, by the context.
   *
   * @param transaction its id
   * @return how it ended
   */
  public CompletableFuture<ProcessResult> denyTransaction(String transaction) {
    return ask(
        Operation.DENY_TRANSACTION, Map.of("transaction", given(transaction, "transaction")),
        value -> ProcessResult.of(record(value)));
  }

  /**
   * The person leaves, by a way that is no answer to a screen.
   *
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> leave() {
    return done(Operation.LEAVE, Map.of());
  }

  /**
   * Another account is used from now on, or none: ends what runs.
   *
   * @param account its id; null for none
   * @return completes when it is done
   */
  public CompletableFuture<@Nullable Void> use(@Nullable String account) {
    return done(Operation.USE_ACCOUNT, ofAccount(account));
  }

  /**
   * A message says that a transaction waits: it is shown when its turn comes.
   *
   * @param transaction its id
   * @return completes when it is in the queue
   */
  public CompletableFuture<@Nullable Void> announce(String transaction) {
    return done(Operation.ANNOUNCE, Map.of("transaction", given(transaction, "transaction")));
  }

  /**
   * Keeps the queue of waiting transactions by the server's events, from now on.
   *
   * @return completes when it has begun
   */
  public CompletableFuture<@Nullable Void> startFollowing() {
    return done(Operation.START_FOLLOWING, Map.of());
  }

  /**
   * Follows them no more.
   *
   * @return completes when it has ended
   */
  public CompletableFuture<@Nullable Void> stopFollowing() {
    return done(Operation.STOP_FOLLOWING, Map.of());
  }

  /**
   * The transactions that wait for the person.
   *
   * @return the transactions, in order
   */
  public CompletableFuture<List<WaitingTransaction>> waitingTransactions() {
    return ask(
        Operation.WAITING_TRANSACTIONS, Map.of(), value -> list(value, WaitingTransaction::of));
  }

  /**
   * One transaction, for a screen of the app's own.
   *
   * @param transaction its id
   * @return the transaction as it stands
   */
  public CompletableFuture<WaitingTransaction> transaction(String transaction) {
    return ask(
        Operation.TRANSACTION, Map.of("transaction", given(transaction, "transaction")),
        value -> WaitingTransaction.of(record(value)));
  }

  /**
   * The soft lock of an account.
   *
   * @param account its id
   * @return the lock
   */
  public SoftLock softLock(String account) {
    return new SoftLock(this, given(account, "account"));
  }

  /** Ends what runs, and lets go of everything; a second time does nothing. */
  @Override
  public void close() {
    cleanable.clean();
  }

  // Calls

  BiometricGate.Readiness readiness() {
    return setup.gate().readiness();
  }

  <T> CompletableFuture<T> ask(
      Operation operation, Map<String, ?> arguments, Function<@Nullable Object, T> reading) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    CompletableFuture<@Nullable Object> asked;
    if (held.isClosed.get()) {
      asked = CompletableFuture.failedFuture(new CountersignException(
          "closed", "This Countersign is closed: open another."));
    } else {
      try {
        asked = Native.ask(held.handle, operation, arguments);
      } catch (IllegalArgumentException problem) {
        asked = CompletableFuture.failedFuture(
            new CountersignException("argument", String.valueOf(problem.getMessage())));
      }
    }
    asked.whenComplete((value, problem) -> setup.executor().execute(() -> {
      if (problem != null) {
        answer.completeExceptionally(problem);
        return;
      }
      try {
        answer.complete(reading.apply(value));
      } catch (RuntimeException unread) {
        answer.completeExceptionally(unread);
      }
    }));
    return answer;
  }

  private CompletableFuture<@Nullable Flow> flow(
      Operation operation, Map<String, ?> arguments) {
    return ask(operation, arguments, value -> {
      Fields fields = Fields.of(value);
      return fields == null ? null : Flow.of(fields);
    });
  }

  private CompletableFuture<@Nullable Void> done(Operation operation, Map<String, ?> arguments) {
    return ask(operation, arguments, value -> null);
  }

  private static Fields record(@Nullable Object value) {
    return Objects.requireNonNull(Fields.of(value), "the SDK gave no record");
  }

  private static <T> List<T> list(@Nullable Object value, Function<Fields, T> reading) {
    return new Fields(java.util.Collections.singletonMap("list", value)).list("list", reading);
  }

  private static Map<String, @Nullable Object> ofAccount(@Nullable String account) {
    Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
    arguments.put("account", account);
    return arguments;
  }

  static String given(@Nullable String text, String name) {
    if (text == null) {
      throw new CountersignException("argument", name + " is null: give it.");
    }
    return text;
  }
}
