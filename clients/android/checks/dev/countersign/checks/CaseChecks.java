package dev.countersign.checks;

import dev.countersign.Context;
import dev.countersign.Countersign;
import dev.countersign.Flow;
import dev.countersign.Scenario;
import dev.countersign.Screen;
import dev.countersign.ScreenAnswer;
import dev.countersign.SeamException;
import dev.countersign.Setup;
import dev.countersign.Transport;
import dev.countersign.Vault;
import dev.countersign.example.FolderVault;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * One case of the conformance suite, with a scenario of a host: an invoice is paid.
 *
 * <p>A step of the suite is a step of a flow here: the challenge is asked for when the invoice is
 * shown, signed when the person agrees, and sent at once; so the way to the server is held up
 * between the two.
 */
final class CaseChecks {
  private static final String PIN = "258036";
  private static final String SCENARIO = "PAY_INVOICE";
  static final Map<String, String> INVOICE = Map.of(
      "amount", "1500.00", "account", "DE89370400440532013000", "payee", "Example Ltd");
  private static final Scenario PAY_INVOICE = new Scenario(
      SCENARIO, Scenario.Level.BIOMETRICS_WITH_FALLBACK, Set.of(Scenario.Fallback.PIN),
      "Paid", "Your payment is on its way.");
  private static final String OWN_ORIGIN =
      "android:apk-key-hash:ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0";
  private static final String FOREIGN_ORIGIN =
      "android:apk-key-hash:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  private static final String OTHER_CLASS = "ios:bundle-id:com.example.pay";

  private final String server;
  private final Wire wire = new Wire();
  private final Vault vault;
  private final MemoryKeys keys = new MemoryKeys();
  private final Person person = new Person();
  private Run run;

  private CaseChecks(String server, Path folder) {
    this.server = server;
    vault = new FolderVault(folder);
    run = new Run(open(OWN_ORIGIN), person);
  }

  /**
   * Runs a case.
   *
   * @param arguments the server's address, the case's name, and a folder for its vault
   * @throws Exception where it cannot be run
   */
  public static void main(String[] arguments) throws Exception {
    Run.begin();
    CaseChecks checks = new CaseChecks(arguments[0], Path.of(arguments[2]));
    try {
      checks.run(arguments[1]);
      checks.run.check("nothing is left under way", Run.isIdle());
    } catch (Exception problem) {
      problem.printStackTrace();
      checks.run.check("the case runs to its end", false);
    }
    boolean isRight = checks.run.report();
    checks.run.countersign.close();
    System.exit(isRight ? 0 : 1);
  }

  private void run(String name) throws Exception {
    switch (name) {
      case "register" -> register();
      case "registrationCancelled" -> registrationCancelled();
      case "options" -> options();
      case "sign" -> sign();
      case "topUpByAssertion" -> pays();
      case "cancel" -> cancel();
      case "lockout" -> unable(SeamException.Reason.LOCKOUT, "biometrics_lockout");
      case "permanentLockout" ->
          unable(SeamException.Reason.PERMANENT_LOCKOUT, "biometrics_permanent_lockout");
      case "keyGone" -> unable(SeamException.Reason.KEY_GONE, "key_gone");
      case "expiredChallenge" -> expiredChallenge();
      case "foreignOrigin" -> elsewhere(FOREIGN_ORIGIN);
      case "otherOriginClass" -> elsewhere(OTHER_CLASS);
      case "challengeNotAsShown" -> notSigned(
          answer -> answer.replace("\"To\"", "\"From\""), "challenge_not_as_shown");
      case "unlinkedChallenge" -> notSigned(Wire::unlinked, "challenge_not_as_shown");
      case "transactionNotAsAsked" ->
          notSigned(body -> body.replace("150000", "150001"), "transaction_not_as_asked");
      case "changedAmount" -> changedAmount();
      case "replay" -> replay();
      case "lostAnswer" -> lostAnswer();
      case "boundToken" -> boundToken();
      default -> throw new IllegalArgumentException("no such case: " + name);
    }
  }

  private Countersign open(String origin) {
    return Countersign.open(new Setup(
        server, "localhost", origin, "A JVM", List.of("en"), vault, wire, keys, person, person,
        BoundaryChecks.APP, person, List.of(PAY_INVOICE), person.clock));
  }

  // Registration

  private void register() throws Exception {
    String link = Run.wish("headless ada@example.com");
    var flows = run.countersign.flows();
    run.checkDone("a link enrols this device", flows.startEnrol(link), PIN);
    run.check("it does so once",
        run.finish(flows.startEnrol(link), PIN).state() == Flow.State.ERROR);
    run.acceptsBiometrics = true;
    run.checkDone("a mailed code registers a key", flows.startHeadlessUpgrade(null), PIN);
    run.check("at this app's origin", Run.wish("origins").equals(OWN_ORIGIN));
  }

  private void registrationCancelled() throws Exception {
    var flows = run.countersign.flows();
    run.checkDone("a link enrols this device",
        flows.startEnrol(Run.wish("headless ada@example.com")), PIN);
    run.acceptsBiometrics = true;
    run.cancelsAfterRefusal = true;
    person.refusal = SeamException.Reason.CANCELLED;
    var ended = run.finish(flows.startHeadlessUpgrade(null), PIN);
    run.check("it is told", person.tells("biometrics_cancelled"));
    run.check("nothing is registered, and no key is left", keys.count() == 0
        && ended.state() == Flow.State.ERROR && Run.wish("origins").isEmpty());
  }

  /** An account with a PIN and a key, both past their waits. */
  private void enrol() throws Exception {
    var flows = run.countersign.flows();
    run.checkDone("ENROL", flows.startEnrol(Run.wish("enrol ada@example.com")), PIN);
    Run.wish("waits");
    run.checkDone("ADD_BIOMETRICS", flows.startAddBiometrics(null), PIN);
    Run.wish("waits");
    wire.actions.clear();
    person.prompts.clear();
    person.told.clear();
  }

  // Paying

  private CompletableFuture<Context.ProcessResult> pay() {
    return run.countersign.context().process(SCENARIO, INVOICE);
  }

  private void pays() throws Exception {
    enrol();
    String before = Run.wish("acted");
    run.check("it is paid, once", Run.isAuthorized(pay().join()) && Run.isOneMore(before));
  }

  private void options() throws Exception {
    enrol();
    String before = Run.wish("acted");
    person.script = screen -> screen.kind() == Screen.Kind.LEAVING
        || screen.kind() == Screen.Kind.FACTOR ? ScreenAnswer.leave() : null;
    run.check("it can be left", pay().join().kind() == Context.ProcessResult.Kind.LEFT);
    run.check("the invoice is shown as it was asked for", person.screens.stream()
        .filter(screen -> screen.kind() == Screen.Kind.FACTOR)
        .map(Screen::transaction).filter(Objects::nonNull)
        .map(Flow.FlowTransaction::document).filter(Objects::nonNull)
        .anyMatch(document -> document.fields().stream()
            .anyMatch(field -> field.shown().equals("Example Ltd"))));
    run.check("nothing is sent", wire.actions.isEmpty() && Run.wish("acted").equals(before));
  }

  private void sign() throws Exception {
    enrol();
    String before = Run.wish("acted");
    CountDownLatch gate = wire.hold();
    var paying = pay();
    run.check("it is signed", wire.actions.poll(40, TimeUnit.SECONDS) != null);
    run.check("the person is told payee and amount", person.prompts.stream().anyMatch(
        prompt -> prompt.text().contains("500.00") && prompt.text().contains("Example Ltd")));
    run.check("nothing is paid yet", Run.wish("acted").equals(before));
    gate.countDown();
    run.check("then it is paid", Run.isAuthorized(paying.join()) && Run.isOneMore(before));
  }

  private void cancel() throws Exception {
    enrol();
    String before = Run.wish("acted");
    person.refuses(SeamException.Reason.CANCELLED, 1);
    run.check("it is paid by another try", Run.isAuthorized(pay().join()));
    run.check("the cancel is told", person.tells("biometrics_cancelled"));
    run.check("nothing was sent for it", wire.actions.size() == 1 && Run.isOneMore(before));
    run.check("the person was asked twice", person.prompts.size() == 2);
  }

  private void unable(SeamException.Reason reason, String told) throws Exception {
    enrol();
    String before = Run.wish("acted");
    person.refusal = reason;
    leaveAfterPrompt();
    pay().join();
    run.check("it is told apart", person.tells(told));
    run.check("nothing is sent", wire.actions.isEmpty() && Run.wish("acted").equals(before));
  }

  /** Whoever cannot use the key here leaves when asked for anything else. */
  private void leaveAfterPrompt() {
    person.script = screen -> screen.kind() == Screen.Kind.LEAVING
        || screen.kind() == Screen.Kind.FACTOR && !person.prompts.isEmpty()
        ? ScreenAnswer.leave() : null;
  }

  private void expiredChallenge() throws Exception {
    enrol();
    String before = Run.wish("acted");
    CountDownLatch gate = wire.hold();
    var paying = pay();
    run.check("it is signed", wire.actions.poll(40, TimeUnit.SECONDS) != null);
    Run.wish("turn 91");
    wire.gate = null;
    gate.countDown();
    var result = paying.join();
    run.check("a new challenge pays, once", (Run.isAuthorized(result)
        || Run.isAuthorized(run.process(SCENARIO, INVOICE))) && Run.isOneMore(before));
  }

  private void elsewhere(String origin) throws Exception {
    enrol();
    run.countersign.close();
    run = run.continuedBy(open(origin));
    String before = Run.wish("acted");
    leaveAfterPrompt();
    run.check("it is not paid", !Run.isAuthorized(pay().join()));
    run.check("it was signed and sent", !wire.actions.isEmpty());
    run.check("nothing is done", Run.wish("acted").equals(before));
  }

  private void notSigned(UnaryOperator<String> change, String failure)
      throws Exception {
    enrol();
    String before = Run.wish("acted");
    wire.ofOptions = change;
    var outcome = pay().join().outcome();
    run.check("it fails as " + failure, outcome != null && failure.equals(outcome.failure()));
    run.check("nothing is sent", wire.actions.isEmpty() && Run.wish("acted").equals(before));
    // It was for the change alone.
    wire.ofOptions = null;
    run.check("what is asked for is paid",
        Run.isAuthorized(run.process(SCENARIO, INVOICE)) && Run.isOneMore(before));
  }

  private void changedAmount() throws Exception {
    enrol();
    String before = Run.wish("acted");
    wire.ofActions = body -> body.replace("1500.00", "1500.01");
    var outcome = pay().join().outcome();
    run.check("another amount is refused",
        outcome != null && "transaction_mismatch".equals(outcome.failure()));
    run.check("nothing is done", Run.wish("acted").equals(before));
    wire.ofActions = null;
    run.check("what is asked for is paid",
        Run.isAuthorized(run.process(SCENARIO, INVOICE)) && Run.isOneMore(before));
  }

  private void replay() throws Exception {
    enrol();
    String before = Run.wish("acted");
    run.check("it is paid", Run.isAuthorized(pay().join()));
    Transport.Request sent = wire.actions.poll();
    run.check("its request is known", sent != null);
    for (int time = 0; sent != null && time < 2; time++) {
      wire.repeat(sent);
    }
    run.check("once, whatever is sent again", Run.isOneMore(before));
  }

  private void lostAnswer() throws Exception {
    enrol();
    String before = Run.wish("acted");
    wire.losesAnswer = true;
    run.check("its outcome is found", Run.isAuthorized(pay().join()));
    run.check("it is paid once", !wire.losesAnswer && Run.isOneMore(before));
  }

  private void boundToken() throws Exception {
    enrol();
    run.check("the session has a key", Run.wish("bound").equals("yes"));
    // Past the time of the nonce, which is followed within one call.
    Run.wish("turn 270");
    run.check("it is followed", Run.isAuthorized(pay().join()));
    run.check("each call proves it: " + PossessionProofs.problems(wire.requests),
        !wire.actions.isEmpty() && PossessionProofs.problems(wire.requests).isEmpty());
  }
}
