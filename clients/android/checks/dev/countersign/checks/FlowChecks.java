package dev.countersign.checks;

import dev.countersign.Account;
import dev.countersign.Countersign;
import dev.countersign.Flow;
import dev.countersign.LockPhase;
import dev.countersign.Screen;
import dev.countersign.SeamException;
import dev.countersign.SoftLock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Every flow of an account's life, against a server that runs: enrolment by a link comes first. */
final class FlowChecks {
  static final String PIN = "258036";
  static final String NEXT_PIN = "914725";
  static final String APP_PIN = "481620";

  private final Run run;
  private final AppChecks app;
  private final Countersign countersign;
  private final Person person;

  private FlowChecks(String server, Run run) {
    this.run = run;
    app = new AppChecks(server, run);
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
        arguments[0], "localhost", new MemoryVault(), person,
        List.of(AppChecks.PAY_INVOICE, AppChecks.SHIP_ORDER)))) {
      Run run = new Run(countersign, person);
      try {
        new FlowChecks(arguments[0], run).account();
      } catch (Exception problem) {
        problem.printStackTrace();
        run.check("the checks run to their end: " + problem, false);
      }
      System.exit(run.report() ? 0 : 1);
    }
  }

  private void account() throws Exception {
    var flows = countersign.flows();
    var enrolled = run.finish(flows.startEnrol(Run.wish("enrol ada@example.com")), PIN);
    run.check("ENROL", enrolled.state() == Flow.State.DONE);
    run.check("a new account is on no other device", enrolled.session() != null
        && enrolled.session().existingAccounts().isEmpty());
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
    app.ownScenario();
    app.redeemed();
    // After two denials the host may ask nothing for ten minutes.
    approveAndDeny();
    lateAnswer();
    linkLogin();
    app.softLock();
    person.refusal = SeamException.Reason.CANCELLED;
    var removed = run.finish(flows.startRemoveBiometrics(null), NEXT_PIN);
    person.refusal = null;
    run.check("REMOVE_BIOMETRICS", removed.state() == Flow.State.DONE);
    logOut();
    headless();
    app.accounts();
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
        .anyMatch(prompt -> prompt.text().contains("250.00")));
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

  /** An account without a factor logs in by its device, and gets its PIN by a mailed code. */
  private void headless() throws Exception {
    run.mailbox = "headless@example.com";
    run.checkDone("ENROL without a factor",
        countersign.flows().startEnrol(Run.wish("headless " + run.mailbox)), PIN);
    run.appPin = APP_PIN;
    run.checkDone("HEADLESS_UPGRADE", countersign.flows().startHeadlessUpgrade(null), PIN);
    run.appPin = "";
    run.check("two accounts are here", countersign.accounts().join().size() == 2);
    run.check("the accounts are told as they come", Run.within(() -> person.accounts.stream()
        .map(told -> told.size()).distinct().toList().equals(List.of(0, 1, 2))
        && person.accounts.get(person.accounts.size() - 1)
            .equals(countersign.accounts().join())));
    Account front = app.current();
    run.check("an app PIN was set with the PIN", countersign.softLock(front.id()).appPinState()
        .join() == SoftLock.AppPinState.SET);
  }
}
