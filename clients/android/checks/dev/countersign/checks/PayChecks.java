package dev.countersign.checks;

import androidx.biometric.BiometricPrompt;
import dev.countersign.Account;
import dev.countersign.Flow;
import dev.countersign.Handover;
import dev.countersign.Interaction;
import dev.countersign.LockPhase;
import dev.countersign.Nullable;
import dev.countersign.Screen;
import dev.countersign.SeamException;
import dev.countersign.Setup;
import dev.countersign.WaitingTransaction;
import dev.countersign.example.BiometricPromptGate;
import dev.countersign.example.Pay;
import dev.countersign.example.PayViews;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The example app end to end: what its views are told, and what its person does with it. */
final class PayChecks implements PayViews {
  private static final String ADA = "ada@example.com";
  private static final String EVE = "eve@example.com";
  private static final String CHIDI = "chidi@example.com";
  private static final long PATIENCE_SECONDS = 40;
  private static final int TRIES = 40;
  private static final long PAUSE_MILLISECONDS = 50;

  /** What a view was told. */
  private record Told(String what, @Nullable Flow flow) {}

  private final BlockingQueue<Told> told = new LinkedBlockingQueue<>();
  private final List<LockPhase.Kind> locks = new CopyOnWriteArrayList<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final Person person = new Person();
  private final Run run = new Run(null, person);
  private final Pay pay;

  private PayChecks(String server) {
    pay = new Pay(listener -> new Setup(
        server, "localhost", BoundaryChecks.ORIGIN, "A JVM", List.of("en"), new MemoryVault(),
        new HttpTransport(), new MemoryKeys(), person, person, BoundaryChecks.APP, listener,
        List.of(AppChecks.PAY_INVOICE), person.clock), this);
  }

  /**
   * Runs the checks.
   *
   * @param arguments the server's address
   * @throws Exception where a check cannot be run
   */
  public static void main(String[] arguments) throws Exception {
    Run.begin();
    PayChecks checks = new PayChecks(arguments[0]);
    try {
      checks.platformErrors();
      checks.enrol(ADA);
      checks.enrol(EVE);
      checks.signInAgain();
      checks.sessionOver();
      checks.codes();
    } catch (Exception problem) {
      problem.printStackTrace();
      checks.run.check("the checks run to their end: " + problem, false);
    }
    checks.run.check("nothing went wrong: " + checks.problems, checks.problems.isEmpty());
    System.exit(checks.run.report() ? 0 : 1);
  }

  /** Each error of the platform in the library's words, and one that came later. */
  private void platformErrors() {
    Map<Integer, SeamException.Reason> reasons = Map.ofEntries(
        Map.entry(BiometricPrompt.ERROR_HW_UNAVAILABLE, SeamException.Reason.NOT_AVAILABLE),
        Map.entry(BiometricPrompt.ERROR_UNABLE_TO_PROCESS, SeamException.Reason.FAILED),
        Map.entry(BiometricPrompt.ERROR_TIMEOUT, SeamException.Reason.FAILED),
        Map.entry(BiometricPrompt.ERROR_NO_SPACE, SeamException.Reason.FAILED),
        Map.entry(BiometricPrompt.ERROR_CANCELED, SeamException.Reason.NOT_IN_FOREGROUND),
        Map.entry(BiometricPrompt.ERROR_LOCKOUT, SeamException.Reason.LOCKOUT),
        Map.entry(BiometricPrompt.ERROR_VENDOR, SeamException.Reason.FAILED),
        Map.entry(
            BiometricPrompt.ERROR_LOCKOUT_PERMANENT, SeamException.Reason.PERMANENT_LOCKOUT),
        Map.entry(BiometricPrompt.ERROR_USER_CANCELED, SeamException.Reason.CANCELLED),
        Map.entry(BiometricPrompt.ERROR_NO_BIOMETRICS, SeamException.Reason.NOTHING_ENROLLED),
        Map.entry(BiometricPrompt.ERROR_HW_NOT_PRESENT, SeamException.Reason.NOT_AVAILABLE),
        Map.entry(BiometricPrompt.ERROR_NEGATIVE_BUTTON, SeamException.Reason.CANCELLED),
        Map.entry(
            BiometricPrompt.ERROR_NO_DEVICE_CREDENTIAL, SeamException.Reason.NOTHING_ENROLLED),
        Map.entry(
            BiometricPrompt.ERROR_SECURITY_UPDATE_REQUIRED, SeamException.Reason.NOT_AVAILABLE),
        Map.entry(99, SeamException.Reason.FAILED));
    reasons.forEach((code, reason) ->
        run.check("error " + code, BiometricPromptGate.refusal(code) == reason));
  }

  private void enrol(String mailbox) throws Exception {
    pay.open(Run.wish("enrol " + mailbox));
    Flow asked = next("session");
    Flow.Session session = Objects.requireNonNull(asked.session());
    run.check("who asks is announced to " + mailbox, session.announced().stream()
        .anyMatch(line -> line.key().equals("from") && !line.value().isEmpty()));
    run.check("the account is on no phone yet", session.existingAccounts().isEmpty()
        && session.displayName() != null);
    run.check("it will have a second factor", info(asked).secondFactorNeeded());
    pay.confirm(null, null);
    next("soft prompt");
    pay.answerSoftPrompt(false);
    next("new PIN");
    pay.setPin(FlowChecks.PIN, FlowChecks.APP_PIN);
    run.check("ENROL of " + mailbox, next("end").state() == Flow.State.DONE);
    Run.wish("waits");
  }

  private void signInAgain() throws Exception {
    pay.logOut();
    next("sign in");
    pay.signIn();
    Flow asked = next("session");
    run.check("either account can be chosen", info(asked).accounts().size() == 2);
    run.check("a factor will be asked for", info(asked).secondFactorNeeded());
    Account chosen = info(asked).accounts().get(0);
    pay.confirm(chosen, null);
    Flow first = next("factor");
    run.check("all tries are left", account(first).failedAttempts() == 0
        && account(first).maxAttempts() == 5 && first.previousInteractionResult() != null);
    pay.givePin(FlowChecks.NEXT_PIN);
    Flow wrong = next("factor");
    run.check("a wrong PIN is told, with the tries", account(wrong).failedAttempts() == 1
        && Objects.requireNonNull(wrong.previousInteractionResult()).outcome()
            == Flow.InteractionResult.Outcome.PIN_FAIL);
    pay.givePin(FlowChecks.NEXT_PIN);
    Flow waits = next("factor");
    run.check("so is the time to wait", account(waits).penalisedForSeconds() > 0
        && account(waits).penalisedUntil() != null);
    Run.wish("turn " + account(waits).penalisedForSeconds());
    pay.givePin(FlowChecks.PIN);
    Flow end = next("end");
    run.check("LOGIN of the one that was chosen", end.state() == Flow.State.DONE
        && chosen.id().equals(Objects.requireNonNull(
            Objects.requireNonNull(end.session()).account()).id()));
    locks.clear();
    pay.appeared();
    run.check("the app opens", Run.within(() -> locks.contains(LockPhase.Kind.OPEN)));
  }

  /** A session that is over asks nobody for it; who was logged out elsewhere signs in again. */
  private void sessionOver() throws Exception {
    Run.wish("turn 301");
    run.check("after five minutes a payment asks for its PIN alone", pays("1"));
    Run.wish("logged out");
    payInvoice();
    next("sign in");
    pay.signIn();
    pay.confirm(info(next("session")).accounts().get(0), null);
    next("factor");
    pay.givePin(FlowChecks.PIN);
    run.check("who was logged out elsewhere signs in", next("end").state() == Flow.State.DONE);
    run.check("and pays", pays("2"));
  }

  /** Pays an invoice; whether so many are paid then, and no view was told of anything. */
  private boolean pays(String count) throws Exception {
    payInvoice();
    return Run.within(() -> Run.wish("done PAY_INVOICE").equals(count)) && told.isEmpty();
  }

  /** Pays an invoice, as soon as its screens come: before that another may be under way. */
  private void payInvoice() throws Exception {
    Run.within(() -> person.screens.isEmpty() || newest().kind() == Screen.Kind.OUTCOME);
    int before = person.screens.size();
    Run.within(() -> {
      pay.payInvoice("42.50", "DE89370400440532013000", "Example Ltd");
      for (int tries = 0; tries < TRIES && person.screens.size() == before; tries++) {
        Thread.sleep(PAUSE_MILLISECONDS);
      }
      return person.screens.size() > before;
    });
  }

  private Screen newest() {
    return person.screens.get(person.screens.size() - 1);
  }

  private void codes() throws Exception {
    pay.open(Run.wish("headless " + CHIDI));
    Flow asked = next("session");
    run.check("it will have no second factor", !info(asked).secondFactorNeeded());
    pay.confirm(null, null);
    run.check("ENROL without a factor", next("end").state() == Flow.State.DONE);
    pay.upgrade();
    Flow coded = next("factor");
    run.check("where the code went is told", Objects.requireNonNull(Objects.requireNonNull(
        coded.currentInteraction()).secondFactorInfo()).codeDelivery() != null);
    pay.giveCode(Run.wish("code " + CHIDI));
    next("soft prompt");
    pay.answerSoftPrompt(false);
    next("new PIN");
    pay.setPin(FlowChecks.PIN, FlowChecks.APP_PIN);
    run.check("HEADLESS_UPGRADE", next("end").state() == Flow.State.DONE);
  }

  private static Interaction.ConfirmSessionInfo info(Flow flow) {
    return Objects.requireNonNull(
        Objects.requireNonNull(flow.currentInteraction()).confirmSessionInfo());
  }

  private static Flow.SecondFactorAccount account(Flow flow) {
    return Objects.requireNonNull(flow.secondFactorAccount(), "the second factor is not told");
  }

  /** Waits for a view to be told something; its flow. */
  private Flow next(String what) throws InterruptedException {
    while (true) {
      Told next = told.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (next == null) {
        throw new IllegalStateException("no view was told of " + what + "; " + problems);
      }
      if (next.what().equals(what)) {
        return next.flow();
      }
      throw new IllegalStateException("a view was told of " + next + ", not of " + what);
    }
  }

  @Override
  public void askSession(Flow flow) {
    told.add(new Told("session", flow));
  }

  @Override
  public void askSoftPrompt(Flow flow) {
    told.add(new Told("soft prompt", flow));
  }

  @Override
  public void askFactor(Flow flow) {
    told.add(new Told("factor", flow));
  }

  @Override
  public void askNewPin(Flow flow) {
    told.add(new Told("new PIN", flow));
  }

  @Override
  public void showSignIn() {
    told.add(new Told("sign in", null));
  }

  @Override
  public void showEnd(Flow flow) {
    told.add(new Told("end", flow));
  }

  @Override
  public void showWaiting(List<WaitingTransaction> transactions) {}

  @Override
  public void showLock(LockPhase phase) {
    locks.add(phase.kind());
  }

  @Override
  public void showHandover(Handover handover) {}

  @Override
  public void showPaid() {}

  @Override
  public void askAccount(Account account) {}

  @Override
  public void showProblem(String sentence) {
    problems.add(sentence);
  }
}
