package dev.countersign;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Runs scenarios by the app's screens, and keeps the queue of what waits for the person. */
public final class Context {
  private final Countersign countersign;

  Context(Countersign countersign) {
    this.countersign = countersign;
  }

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
    arguments.put("scenario", Countersign.given(scenario, "scenario"));
    arguments.put("payload", payload);
    return countersign.ask(
        Operation.PROCESS, arguments, value -> ProcessResult.of(Countersign.record(value)));
  }

  /**
   * Denies a transaction that waits, by the context.
   *
   * @param transaction its id
   * @return how it ended
   */
  public CompletableFuture<ProcessResult> denyTransaction(String transaction) {
    return countersign.ask(
        Operation.DENY_TRANSACTION, Map.of(
        "transaction", Countersign.given(transaction, "transaction")),
        value -> ProcessResult.of(Countersign.record(value)));
  }

  /**
   * The person leaves, by a way that is no answer to a screen.
   *
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> leave() {
    return countersign.done(Operation.LEAVE, Map.of());
  }

  /**
   * The app says whether the server can be reached, so far as it knows: without a network whoever
   * leaves is not asked, and declines nothing. It is taken to be there at first.
   *
   * @param isOnline whether
   * @return completes when it is taken
   */
  public CompletableFuture<@Nullable Void> noteConnectivity(boolean isOnline) {
    return countersign.done(Operation.NOTE_CONNECTIVITY, Map.of("isOnline", isOnline));
  }

  /**
   * Another account is used from now on, or none: ends what runs.
   *
   * @param account its id; null for none
   * @return completes when it is done
   */
  public CompletableFuture<@Nullable Void> use(@Nullable String account) {
    return countersign.done(Operation.USE_ACCOUNT, Countersign.ofAccount(account));
  }

  /**
   * A message says that a transaction waits: it is shown when its turn comes.
   *
   * @param transaction its id
   * @return completes when it is in the queue
   */
  public CompletableFuture<@Nullable Void> announce(String transaction) {
    return countersign.done(
        Operation.ANNOUNCE, Map.of("transaction", Countersign.given(transaction, "transaction")));
  }

  /**
   * Keeps the queue of waiting transactions by the server's events, from now on.
   *
   * @return completes when it has begun
   */
  public CompletableFuture<@Nullable Void> startFollowing() {
    return countersign.done(Operation.START_FOLLOWING, Map.of());
  }

  /**
   * Follows them no more.
   *
   * @return completes when it has ended
   */
  public CompletableFuture<@Nullable Void> stopFollowing() {
    return countersign.done(Operation.STOP_FOLLOWING, Map.of());
  }

  /**
   * The transactions that wait for the person.
   *
   * @return the transactions, in order
   */
  public CompletableFuture<List<WaitingTransaction>> waitingTransactions() {
    return countersign.ask(
        Operation.WAITING_TRANSACTIONS, Map.of(
        ), value -> Countersign.list(value, WaitingTransaction::of));
  }

  /**
   * One transaction, for a screen of the app's own.
   *
   * @param transaction its id
   * @return the transaction as it stands
   */
  public CompletableFuture<WaitingTransaction> transaction(String transaction) {
    return countersign.ask(
        Operation.TRANSACTION, Map.of("transaction", Countersign.given(transaction, "transaction")),
        value -> WaitingTransaction.of(Countersign.record(value)));
  }

  /**
   * Where a link that was tapped or pushed leads.
   *
   * @param kind where
   * @param flow the flow that was started; only for {@link Kind#FLOW}
   * @param transaction the transaction that is in the queue now; only for {@link Kind#TRANSACTION}
   * @param account the account to change to first; only for {@link Kind#OTHER_ACCOUNT}
   */
  public record OpenedLink(
      Kind kind, @Nullable Flow flow, @Nullable String transaction, @Nullable Account account) {
    /** Where. */
    public enum Kind {
      /** A flow was started. */
      FLOW,
      /** A transaction waits in the queue. */
      TRANSACTION,
      /** It is for another account of this device. */
      OTHER_ACCOUNT,
      /** It is for an account that is not here. */
      NO_ACCOUNT,
      /** Another flow is under way, and was not touched. */
      BUSY
    }

    static OpenedLink of(Fields fields) {
      return new OpenedLink(
          fields.oneOf(Kind.class, "kind"), fields.optional("flow", Flow::of),
          fields.optionalText("transaction"), fields.optional("account", Account::of));
    }
  }

  /**
   * Opens a link: a sign-in, an enrolment or a transaction.
   *
   * @param link the link, as it was tapped or pushed
   * @param scheme the app's own scheme, without colon; null for none
   * @return where it leads
   */
  public CompletableFuture<OpenedLink> open(String link, @Nullable String scheme) {
    Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
    arguments.put("link", Countersign.given(link, "link"));
    arguments.put("scheme", scheme);
    return countersign.ask(
        Operation.OPEN_LINK, arguments, value -> OpenedLink.of(Countersign.record(value)));
  }
}
