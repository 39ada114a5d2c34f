package dev.countersign.checks;

import dev.countersign.Account;
import dev.countersign.Context.OpenedLink;
import dev.countersign.Countersign;
import dev.countersign.Factor;
import dev.countersign.Flow;
import dev.countersign.LockPhase;
import dev.countersign.Scenario;
import dev.countersign.Screen;
import dev.countersign.ScreenAnswer;
import dev.countersign.SeamException;
import dev.countersign.SoftLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Every flow of an account's life, against a server that runs: enrolment by a link comes first. */
final class FlowChecks {
  private static final String PIN = "258036";
  private static final String NEXT_PIN = "914725";
  private static final String APP_PIN = "481620";

  private static final String NEXT_APP_PIN = "736195";
  private static final String WRONG_APP_PIN = "905172";
  private static final String EVE = "eve@example.com";
  private static final Scenario PAY_INVOICE = new Scenario(
      "PAY_INVOICE", Scenario.Level.BIOMETRICS_WITH_FALLBACK,
      Set.of(Scenario.Fallback.PIN, Scenario.Fallback.CODES), "Paid", "It is on its way.");

  private final String server;
  private final Run run;
  private final Countersign countersign;
  private final Person person;

  private FlowChecks(String server, Run run) {
    this.server = server;
    this.run = run;
    countersign = run.countersign;
    person = run.person;
    run.nextPin = NEXT_PIN;
  }

  /**
   * Runs the checks.
   *
   * @param arguments the server's address
   * @throws Exception where a check cannot be run
   */
  public static void main(String[] arguments) throws Exception {
    Run.begin();
    Person person = new Person();
    try (Countersign countersign = Countersign.open(BoundaryChecks.setup(
        arguments[0], "localhost", new MemoryVault(), person, List.of(PAY_INVOICE)))) {
      Run run = new Run(countersign, person);
      try {
        new FlowChecks(arguments[0], run).account();
      } catch (Exception problem) {
        problem.printStackTrace();
        run.check("the checks run to their end", false);
      }
      System.exit(run.report() ? 0 : 1);
    }
  }

  private void account() throws Exception {
    var flows = countersign.flows();
    run.checkDone("ENROL", flows.startEnrol(Run.wish("enrol ada@example.com")), PIN);
    run.check("the account is here", countersign.accounts().join().size() == 1);
    Run.wish("waits");
    run.checkDone("LOGIN", flows.startLogin(null), PIN);
    run.checkDone("CHANGE_PIN", flows.startChangePin(null), PIN);
    run.checkDone("ADD_BIOMETRICS", flows.startAddBiometrics(null), NEXT_PIN);
    person.pin = NEXT_PIN;
    run.check("TEST_BIOMETRICS", Run.isAuthorized(run.process("TEST_BIOMETRICS", Map.of())));
    run.check("the ways are told before anything is asked", person.screens.stream()
        .anyMatch(screen -> screen.ways() != null));
    // One subscription sees every flow: those of the context too.
    run.check("flows of the context are told", !person.flows.isEmpty());
    following();
    // After two denials the host may ask nothing for ten minutes.
    approveAndDeny();
    lateAnswer();
    linkLogin();
    softLock();
    person.refusal = SeamException.Reason.CANCELLED;
    var removed = run.finish(flows.startRemoveBiometrics(null), NEXT_PIN);
    person.refusal = null;
    run.check("REMOVE_BIOMETRICS", removed.state() == Flow.State.DONE);
    logOut();
    headless();
    accounts();
    ownScenario();
  }

  private void logOut() throws Exception {
    String ada = countersign.accounts().join().get(0).id();
    countersign.logOut(null).join();
    run.check("logged out", run.finish(
        countersign.flows().startReview("trx_none", null), NEXT_PIN).state() == Flow.State.ERROR);
    run.check("and locked", countersign.softLock(ada).appLeft().join().kind()
        != LockPhase.Kind.OPEN);
  }

  private void approveAndDeny() throws Exception {
    String approved = Run.wish("transaction");
    run.check("AUTHORIZE_TRANSACTION", Run.isAuthorized(
        run.process("AUTHORIZE_TRANSACTION", Map.of("transactionID", approved))));
    run.check("it is approved", run.status(approved).equals("approved"));
    run.check("the prompt told what was signed", person.prompts.stream()
        .anyMatch(prompt -> prompt.text().contains("42.50")));
    String denied = Run.wish("transaction");
    var denial = Run.afterOthers(() -> countersign.context().denyTransaction(denied));
    run.check("denied by the context", denial.outcome() != null
        && denial.outcome().kind() == Screen.Outcome.Kind.DENIED);
    run.check("it is denied", run.status(denied).equals("denied"));
    String refused = Run.wish("transaction");
    run.denies = true;
    run.finish(countersign.flows().startReview(refused, null), NEXT_PIN);
    run.denies = false;
    run.check("denied by the flow", run.status(refused).equals("denied"));
  }

  /** The server's events are read, and a stream that is left is closed. */
  private void following() throws Exception {
    for (int round = 0; round < 3; round++) {
      // What waits already is found when following begins; then the server is listened to.
      String first = Run.wish("transaction");
      countersign.context().startFollowing().join();
      run.check("what waits is shown and approved",
          Run.within(() -> run.status(first).equals("approved")));
      String second = Run.wish("transaction");
      run.check("a transaction that came is told", Run.within(() -> person.isTold(second)));
      run.check("it is shown and approved",
          Run.within(() -> run.status(second).equals("approved")));
      // Stopped and started at once, it has one stream, which ends with it.
      var stopped = countersign.context().stopFollowing();
      var started = countersign.context().startFollowing();
      stopped.join();
      started.join();
      countersign.context().stopFollowing().join();
    }
    run.check("no stream is left open", Run.isIdle());
    waiting();
  }

  /** What waits is told, whatever brought it: here while a flow is before the person. */
  private void waiting() throws Exception {
    countersign.flows().startChangePin(null).join();
    String transaction = Run.wish("transaction");
    countersign.context().announce(transaction).join();
    run.check("what waits is told", Run.within(() -> person.waits(transaction)));
    run.check("it can be asked for", countersign.context().waitingTransactions().join().stream()
        .anyMatch(waiting -> waiting.id().equals(transaction)));
    countersign.flows().cancel().join();
    run.check("it is shown after the flow",
        Run.within(() -> run.status(transaction).equals("approved")));
    run.check("nothing waits any more", Run.within(() -> !person.waits(transaction)));
  }

  /** A prompt that is answered after its flow has ended leaves no unlocked key behind. */
  private void lateAnswer() throws Exception {
    run.check("nothing is under way", Run.isIdle());
    person.holds = true;
    var test = countersign.context().process("TEST_BIOMETRICS", Map.of());
    Runnable late = person.held.poll(40, TimeUnit.SECONDS);
    person.holds = false;
    countersign.flows().cancel().join();
    test.join();
    if (late != null) {
      late.run();
    }
    run.check("a late answer is let go of", late != null && Run.isIdle());
  }

  private void linkLogin() throws Exception {
    String[] given = Run.wish("login").split(" ");
    run.number = given[1];
    run.checkDone(
        "LOGIN by a link", countersign.flows().startLinkLogin(given[0], null), NEXT_PIN);
    run.number = "";
    run.check("a link of elsewhere is refused", BoundaryChecks.code(
        () -> countersign.context().open("https://elsewhere.example/open#x", null))
        .equals("argument"));
  }

  /** The lock stands before the session: nothing runs while it is shut. */
  private void softLock() throws Exception {
    var lock = countersign.softLock(countersign.accounts().join().get(0).id());
    run.check("the soft lock opens",
        lock.begin(APP_PIN, NEXT_PIN).join().kind() == LockPhase.Kind.OPEN);
    run.check("it is told", Run.within(() -> person.locks.contains(LockPhase.Kind.OPEN)));
    lock.loggedOut().join();
    run.check("nothing runs while it is locked",
        !Run.isAuthorized(run.process("TEST_BIOMETRICS", Map.of())));
    run.check("biometrics open it",
        lock.appAppeared().join().kind() == LockPhase.Kind.OPEN);
    lock.loggedOut().join();
    person.refusal = SeamException.Reason.CANCELLED;
    LockPhase asked = lock.appAppeared().join();
    person.refusal = null;
    run.check("the app PIN is asked for", asked.kind() == LockPhase.Kind.APP_PIN);
    LockPhase wrong = lock.submit(WRONG_APP_PIN).join();
    run.check("a wrong one is counted", wrong.kind() == LockPhase.Kind.APP_PIN
        && wrong.triesLeft() == asked.triesLeft() - 1);
    run.check("the right one opens",
        lock.submit(APP_PIN).join().kind() == LockPhase.Kind.OPEN);
    lock.appLeft().join();
    person.clock.turn(301);
    person.refusal = SeamException.Reason.CANCELLED;
    run.check("five minutes in the background lock it",
        lock.appAppeared().join().kind() == LockPhase.Kind.APP_PIN);
    person.refusal = null;
    lock.submit(APP_PIN).join();
    run.check("it is changed",
        lock.change(NEXT_APP_PIN, NEXT_PIN).join().kind() == LockPhase.Kind.OPEN);
    run.check("what was locked runs again",
        Run.isAuthorized(run.process("TEST_BIOMETRICS", Map.of())));
  }

  /** An account without a factor logs in by its device, and gets its PIN by a mailed code. */
  private void headless() throws Exception {
    run.mailbox = "headless@example.com";
    run.checkDone("ENROL without a factor",
        countersign.flows().startEnrol(Run.wish("headless " + run.mailbox)), PIN);
    run.appPin = APP_PIN;
    run.checkDone("HEADLESS_UPGRADE", countersign.flows().startHeadlessUpgrade(null), PIN);
    run.appPin = "";
    run.check("two accounts are here", countersign.accounts().join().size() == 2);
    Account front = current();
    run.check("an app PIN was set with the PIN", countersign.softLock(front.id()).appPinState()
        .join() == SoftLock.AppPinState.SET);
  }

  /** A push or a link for an account that is not in front changes nothing by itself. */
  private void accounts() throws Exception {
    Account front = current();
    run.checkDone("another ENROL", countersign.flows().startEnrol(Run.wish("enrol " + EVE)), PIN);
    Run.wish("waits");
    person.pin = PIN;
    Account eve = current();
    countersign.selectAccount(front.id()).join();
    String transaction = Run.wish("transaction " + EVE);
    String push = server + "/transaction#" + transaction;
    var context = countersign.context();
    var opened = context.open(push + "?account=" + eve.id(), null).join();
    run.check("a link names its account", opened.kind() == OpenedLink.Kind.OTHER_ACCOUNT
        && eve.id().equals(Objects.requireNonNull(opened.account()).id()));
    var pushed = context.open(push, null).join();
    run.check("a push finds its account", pushed.kind() == OpenedLink.Kind.OTHER_ACCOUNT
        && eve.id().equals(Objects.requireNonNull(pushed.account()).id()));
    run.check("an account that is not here", context.open(push + "?account=acc_none", null).join()
        .kind() == OpenedLink.Kind.NO_ACCOUNT);
    run.check("nothing was changed", current().id().equals(front.id()));
    context.use(eve.id()).join();
    run.check("it is followed once the account is in front",
        context.open(push, null).join().kind() == OpenedLink.Kind.TRANSACTION);
    run.check("its transaction is approved",
        Run.within(() -> run.status(transaction).equals("approved")));
  }

  /** A host's own scenario, by the PIN and by a mailed code. */
  private void ownScenario() throws Exception {
    run.check("a host's scenario by the PIN",
        Run.isAuthorized(run.process("PAY_INVOICE", CaseChecks.INVOICE)));
    person.script = screen -> screen.kind() != Screen.Kind.FACTOR ? null
        : screen.factor() == Factor.PIN ? ScreenAnswer.requestCode()
        : ScreenAnswer.code(code());
    Map<String, String> low = new HashMap<>(CaseChecks.INVOICE);
    low.put("amount", "12.50");
    var result = run.process("PAY_INVOICE", low);
    person.script = null;
    if (!Run.isAuthorized(result)) {
      System.err.println(result);
    }
    run.check("a host's scenario by a mailed code", Run.isAuthorized(result));
  }

  private static String code() {
    try {
      return Run.wish("code " + EVE);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  private Account current() {
    return countersign.accounts().join().stream().filter(Account::isCurrent).findFirst()
        .orElseThrow();
  }
}
