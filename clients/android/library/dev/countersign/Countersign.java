package dev.countersign;

import java.lang.ref.Cleaner;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
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
  private final Flows flows = new Flows(this);
  private final Context context = new Context(this);

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
      Map<String, @Nullable Object> arguments = timed(setup.clock(), Map.of());
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

  /**
   * The one flow at a time.
   *
   * @return its starts and its inputs
   */
  public Flows flows() {
    return flows;
  }

  /**
   * Scenarios, and what waits for the person.
   *
   * @return the context
   */
  public Context context() {
    return context;
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
        asked = Native.ask(held.handle, operation, timed(setup.clock(), arguments));
      } catch (CountersignException problem) {
        asked = CompletableFuture.failedFuture(problem);
      } catch (IllegalArgumentException problem) {
        asked = CompletableFuture.failedFuture(
            new CountersignException("argument", String.valueOf(problem.getMessage())));
      }
    }
    asked.whenComplete((value, problem) -> {
      try {
        setup.executor().execute(() -> complete(answer, value, problem, reading));
      } catch (RejectedExecutionException over) {
        answer.completeExceptionally(new CountersignException(
            "executor", "The app's executor takes nothing any more: close before it ends."));
      }
    });
    return answer;
  }

  /** The arguments with the time at which they are given. */
  private static Map<String, @Nullable Object> timed(Clock clock, Map<String, ?> arguments) {
    Map<String, @Nullable Object> timed = new LinkedHashMap<>(arguments);
    try {
      timed.put("wallMilliseconds", clock.wallMilliseconds());
      timed.put("runningMilliseconds", clock.runningMilliseconds());
    } catch (RuntimeException problem) {
      throw new CountersignException(
          "clock_failed", "The app's clock threw " + problem.getClass().getSimpleName() + ".");
    }
    return timed;
  }

  private static <T> void complete(
      CompletableFuture<T> answer, @Nullable Object value, @Nullable Throwable problem,
      Function<@Nullable Object, T> reading) {
    if (problem != null) {
      answer.completeExceptionally(problem);
      return;
    }
    try {
      answer.complete(reading.apply(value));
    } catch (RuntimeException unread) {
      answer.completeExceptionally(unread);
    }
  }

  CompletableFuture<@Nullable Void> done(Operation operation, Map<String, ?> arguments) {
    return ask(operation, arguments, value -> null);
  }

  static Fields record(@Nullable Object value) {
    return Objects.requireNonNull(Fields.of(value), "the SDK gave no record");
  }

  static <T> List<T> list(@Nullable Object value, Function<Fields, T> reading) {
    return new Fields(java.util.Collections.singletonMap("list", value)).list("list", reading);
  }

  static Map<String, @Nullable Object> ofAccount(@Nullable String account) {
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
