package dev.countersign.checks;

import dev.countersign.Context;
import dev.countersign.Countersign;
import dev.countersign.Factor;
import dev.countersign.Flow;
import dev.countersign.Handover;
import dev.countersign.Nullable;
import dev.countersign.Scenario;
import dev.countersign.Screen;
import dev.countersign.ScreenAnswer;
import dev.countersign.Setup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The ways to an end that are not the straight one: another device proves, codes do, the person
 * leaves, or the network fails. Two devices of one account run in one process.
 */
final class DetourChecks {
  private static final String PIN = FlowChecks.PIN;
  private static final String ADA = "ada@example.com";
  private static final String PHONE = "+2348012345678";
  private static final String WRONG_CODE = "000000";
  private static final String PAY = AppChecks.PAY_INVOICE.name();
  private static final String SHIP = AppChecks.SHIP_ORDER.name();
  private static final Map<String, ?> SHIPMENT = Map.of(
      "order", "17", "address", "4 Marina Road, Lagos", "parcels", 2L);
  private static final String REVIEW = "AUTHORIZE_TRANSACTION";
  /** Every flow asks for options and acts. */
  private static final int FEWEST_CALLS = 2;

  /** A device: its SDK, its way to the server, and the person before it. */
  private static final class Device implements AutoCloseable {
    final Wire wire = new Wire();
    final Person person = new Person();
    final Countersign countersign;
    final Run run;

    Device(String server) {
      countersign = Countersign.open(new Setup(
          server, "localhost", BoundaryChecks.ORIGIN, "A JVM", List.of("en"), new MemoryVault(),
          wire, new MemoryKeys(), person, person, BoundaryChecks.APP, person,
          List.of(AppChecks.PAY_INVOICE, new Scenario(
              SHIP, Scenario.Level.BIOMETRICS_ONLY, Set.of(), "Shipped", "It is on its way.")),
          person.clock));
      run = new Run(countersign, person);
    }

    @Override
    public void close() {
      countersign.close();
    }
  }

  private final Device phone;
  private final Run run;
  /** The factors for which a wrong code was given, before the right one. */
  private final Set<Factor> mistaken = new HashSet<>();
  /** True if the last flow made the call whose answer was to be lost. */
  private boolean wasLost;

  private DetourChecks(Device phone) {
    this.phone = phone;
    run = phone.run;
  }

  /**
   * Runs the checks.
   *
   * @param arguments the server's address
   * @throws Exception where they cannot be run
   */
  public static void main(String[] arguments) throws Exception {
    Run.begin();
    try (Device phone = new Device(arguments[0])) {
      try {
        new DetourChecks(phone).account(arguments[0]);
        phone.run.check("nothing is left under way", Run.isIdle());
      } catch (Exception problem) {
        problem.printStackTrace();
        phone.run.check("the checks run to their end: " + problem, false);
      }
      System.exit(phone.run.report() ? 0 : 1);
    }
  }

  private void account(String server) throws Exception {
    run.checkDone("ENROL", phone.countersign.flows().startEnrol(Run.wish("enrol " + ADA)), PIN);
    Run.wish("waits");
    run.checkDone("ADD_BIOMETRICS", phone.countersign.flows().startAddBiometrics(null), PIN);
    try (Device screen = new Device(server)) {
      var enrolled = screen.run.finish(
          screen.countersign.flows().startEnrol(Run.wish("enrol " + ADA)), PIN);
      run.check("ENROL of another device", enrolled.state() == Flow.State.DONE);
      run.check("it is told where the account is already", enrolled.session() != null
          && enrolled.session().existingAccounts().stream().map(Flow.ExistingAccount::device)
              .toList().equals(List.of("A JVM"))
          && enrolled.session().existingAccounts().get(0).account().equals(
              enrolled.session().account()));
      Run.wish("waits");
      anotherDevice(screen);
    }
    Run.wish("phone " + ADA + " " + PHONE);
    codes();
    leaving();
    lostAnswers();
  }

  // Another device

  private void anotherDevice(Device screen) throws Exception {
    var handovers = screen.countersign.handovers();
    var tried = screen.run.process(SHIP, SHIPMENT).outcome();
    run.check("what cannot be proved here is told before anything is asked", tried != null
        && "nothing_enrolled".equals(tried.failure()) && screen.person.screens.stream()
            .allMatch(shown -> shown.kind() == Screen.Kind.OUTCOME));
    Handover handed = handovers.handOver(SHIP, SHIPMENT, null).join();
    run.check("nobody has decided", handed.status() == Handover.Status.PENDING
        && handed.expiresInSeconds() > 0
        && BoundaryChecks.code(() -> perform(screen, handed)).equals("handover_pending"));
    run.process(REVIEW, Map.of("transactionID", handed.id()));
    run.check("the phone shows the number of the other screen",
        Run.within(() -> phone.person.told.stream()
            .map(Flow::transaction).filter(Objects::nonNull)
            .anyMatch(shown -> handed.number().equals(shown.number()))));
    run.check("it is approved on the phone, and nothing is done yet",
        handovers.handover(handed.id(), null).join().status() == Handover.Status.APPROVED
        && done(SHIP) == 0);
    screen.wire.losesAnswer = true;
    run.check("a lost answer is told",
        BoundaryChecks.code(() -> perform(screen, handed)).equals("network"));
    var result = perform(screen, handed).join();
    run.check("what another device approved acts here once", result.status().equals("completed")
        && perform(screen, handed).join().operation().equals(result.operation())
        && done(SHIP) == 1);
    Handover second = handovers.handOver(SHIP, SHIPMENT, null).join();
    handovers.withdraw(second.id(), null).join();
    run.check("what was taken back nobody approves",
        !Run.isAuthorized(run.process(REVIEW, Map.of("transactionID", second.id())))
        && handovers.handover(second.id(), null).join().status() == Handover.Status.WITHDRAWN);
    run.check("what waits here is approved on the device that has the key",
        ElsewhereChecks.isApprovedElsewhere(screen.run, run, Run.wish("transaction " + ADA)));
    refused();
  }

  private static CompletableFuture<Flow.ActionResult> perform(Device screen, Handover handed) {
    return screen.countersign.handovers().perform(handed.id(), SHIP, SHIPMENT, null);
  }

  private void refused() throws Exception {
    var own = phone.countersign.handovers();
    List<String> codes = List.of(
        BoundaryChecks.code(() -> own.handOver(SHIP, SHIPMENT, null)),
        BoundaryChecks.code(() -> own.handOver(REVIEW, Map.of(), null)),
        BoundaryChecks.code(() -> own.handover("trn_none", null)),
        BoundaryChecks.code(() -> own.withdraw("trn_none", "acc_none")),
        BoundaryChecks.code(() -> own.handOver(null, Map.of(), null)),
        BoundaryChecks.code(() -> own.handOver(PAY, Map.of("amount", 1.5), null)),
        BoundaryChecks.code(() -> own.perform(null, PAY, null, null)));
    List<String> told = List.of(
        "credential_missing", "proof_not_allowed", "not_found", "session_required", "argument",
        "argument", "argument");
    if (!codes.equals(told)) {
      System.err.println(codes);
    }
    run.check("what cannot be handed over is told", codes.equals(told));
  }

  private static int done(String scenario) throws IOException {
    return Integer.parseInt(Run.wish("done " + scenario));
  }

  // Codes

  private void codes() throws Exception {
    phone.person.script = this::byCodes;
    boolean isTested = Run.isAuthorized(run.process("TEST_BIOMETRICS", Map.of()));
    run.check("a wrong code is told, the mailed one and the texted one",
        Run.within(() -> phone.person.told.stream()
            .map(Flow::previousInteractionResult).filter(Objects::nonNull)
            .filter(result -> result.outcome() == Flow.InteractionResult.Outcome.CODE_FAIL)
            .count() >= 2) && mistaken.equals(Set.of(Factor.VALIDATE_CODE, Factor.OTP)));
    // Another code may be sent after a minute.
    Run.wish("turn 61");
    mistaken.clear();
    String transaction = Run.wish("transaction " + ADA + " 750");
    boolean isReviewed = Run.isAuthorized(
        run.process(REVIEW, Map.of("transactionID", transaction)));
    run.check("a mailed code and a texted one prove together", isTested && isReviewed
        && run.status(transaction).equals("approved"));
    phone.person.script = null;
    List<String> destinations = phone.person.screens.stream().map(Screen::codeDelivery)
        .filter(Objects::nonNull).map(delivery -> delivery.destination()).distinct().toList();
    run.check("it is said where they were sent",
        destinations.containsAll(List.of("a•••@example.com", "+234•••••78")));
  }

  private @Nullable ScreenAnswer byCodes(Screen screen) {
    Factor factor = screen.factor();
    if (screen.kind() != Screen.Kind.FACTOR || factor == null) {
      return null;
    }
    if (factor != Factor.VALIDATE_CODE && factor != Factor.OTP) {
      return ScreenAnswer.requestCode();
    }
    try {
      return ScreenAnswer.code(mistaken.add(factor)
          ? WRONG_CODE : Run.wish("code " + (factor == Factor.OTP ? PHONE : ADA)));
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  // Leaving

  private void leaving() throws Exception {
    List<Screen> asked = new ArrayList<>();
    phone.person.script = screen -> {
      asked.add(screen);
      return switch (screen.kind()) {
        case FACTOR -> ScreenAnswer.leave();
        case LEAVING -> asked.size() == 2 ? ScreenAnswer.stay() : ScreenAnswer.leave();
        default -> null;
      };
    };
    String declined = Run.wish("transaction " + ADA);
    // Whoever has read it says yes to it by the process.
    phone.countersign.context().transaction(declined).join();
    var ended = run.process(REVIEW, Map.of("transactionID", declined));
    List<Screen.Kind> kinds = asked.stream().map(Screen::kind).toList();
    run.check("who leaves is asked, and may stay", kinds.equals(List.of(
        Screen.Kind.FACTOR, Screen.Kind.LEAVING, Screen.Kind.FACTOR, Screen.Kind.LEAVING,
        Screen.Kind.OUTCOME)) && asked.get(1).yes() != null && asked.get(1).no() != null);
    var outcome = ended.outcome();
    run.check("leaving declines, as was said", outcome != null
        && outcome.kind() == Screen.Outcome.Kind.DENIED
        && run.status(declined).equals("denied"));
    asked.clear();
    String kept = Run.wish("transaction " + ADA);
    phone.countersign.context().transaction(kept).join();
    phone.countersign.context().noteConnectivity(false).join();
    var left = run.process(REVIEW, Map.of("transactionID", kept));
    phone.countersign.context().noteConnectivity(true).join();
    phone.person.script = null;
    run.check("leaving without a network asks and declines nothing",
        left.kind() == Context.ProcessResult.Kind.LEFT && asked.size() == 1
        && run.status(kept).equals("pending"));
    run.check("it can be approved later",
        Run.isAuthorized(run.process(REVIEW, Map.of("transactionID", kept))));
  }

  // Lost answers

  private void lostAnswers() throws Exception {
    onceWhateverIsLost("a payment whose answer is lost is made once", () -> {
      int before = done(PAY);
      boolean isTold = Run.isAuthorized(run.process(PAY, CaseChecks.INVOICE));
      mendNetwork();
      return (isTold || Run.isAuthorized(run.process(PAY, CaseChecks.INVOICE)))
          && done(PAY) == before + 1;
    });
    onceWhateverIsLost("an approval whose answer is lost is made once", () -> {
      String transaction = Run.wish("transaction " + ADA);
      int before = done(REVIEW);
      var flow = run.finish(phone.countersign.flows().startReview(transaction, null), PIN);
      mendNetwork();
      if (flow.state() != Flow.State.DONE) {
        run.finish(phone.countersign.flows().startReview(transaction, null), PIN);
      }
      return run.status(transaction).equals("approved") && done(REVIEW) == before + 1;
    });
  }

  /** Loses the answer to each call in turn, until a flow makes no more. */
  private void onceWhateverIsLost(String name, Run.Condition isOnce) throws Exception {
    int call = 0;
    do {
      phone.wire.untilLoss.set(call++);
      if (!isOnce.holds()) {
        run.check(name + ", call " + call, false);
        return;
      }
    } while (wasLost);
    run.check(name, call > FEWEST_CALLS);
  }

  private void mendNetwork() {
    wasLost = phone.wire.untilLoss.getAndSet(-1) < 0;
  }
}
