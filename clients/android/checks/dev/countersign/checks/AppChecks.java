package dev.countersign.checks;

import dev.countersign.Account;
import dev.countersign.Answer;
import dev.countersign.Context.OpenedLink;
import dev.countersign.Countersign;
import dev.countersign.Factor;
import dev.countersign.LockPhase;
import dev.countersign.Nullable;
import dev.countersign.Redeemer;
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
import java.util.concurrent.CopyOnWriteArrayList;

/** What an app has beside its flows: a soft lock, several accounts, a scenario of its host's. */
final class AppChecks {
  private static final String PIN = FlowChecks.PIN;
  private static final String NEXT_PIN = FlowChecks.NEXT_PIN;
  private static final String APP_PIN = FlowChecks.APP_PIN;
  private static final String NEXT_APP_PIN = "736195";
  private static final String WRONG_APP_PIN = "905172";
  private static final String PHONE = "+2348012345678";
  private static final String EVE = "eve@example.com";
  static final Scenario PAY_INVOICE = new Scenario(
      "PAY_INVOICE", Scenario.Level.BIOMETRICS_WITH_FALLBACK,
      Set.of(Scenario.Fallback.PIN, Scenario.Fallback.CODES), "Paid", "It is on its way.");

  static final Scenario SHIP_ORDER = new Scenario(
      "SHIP_ORDER", Scenario.Level.BIOMETRICS_ONLY, Set.of(), "Shipped", "It is on its way.",
      AppChecks::redeem);
  private static final List<Map<String, ?>> SHIPMENTS = new CopyOnWriteArrayList<>();
  private static final List<String> TOKENS = new CopyOnWriteArrayList<>();
  private static volatile boolean loses;
  private static volatile boolean refuses;

  private final String server;
  private final Run run;
  private final Countersign countersign;
  private final Person person;

  AppChecks(String server, Run run) {
    this.server = server;
    this.run = run;
    countersign = run.countersign;
    person = run.person;
  }

  /** The lock stands before the session: nothing runs while it is shut. */
  void softLock() throws Exception {
    var lock = countersign.softLock(countersign.accounts().join().get(0).id());
    run.check("no app PIN without the PIN", BoundaryChecks.code(
        () -> lock.setAppPin(APP_PIN, null)).equals("missing_pin"));
    run.check("the PIN is no app PIN", BoundaryChecks.code(
        () -> lock.setAppPin(NEXT_PIN, NEXT_PIN)).equals("app_pin_same_as_pin"));
    run.check("nor beside something else that is typed as the PIN", BoundaryChecks.code(
        () -> lock.setAppPin(NEXT_PIN, PIN)).equals("verification_failed"));
    run.check("none was set", lock.appPinState().join() == SoftLock.AppPinState.UNSET);
    run.check("the soft lock opens",
        lock.setAppPin(APP_PIN, NEXT_PIN).join().kind() == LockPhase.Kind.OPEN);
    run.check("it is told", Run.within(() -> person.locks.contains(LockPhase.Kind.OPEN)));
    lock.loggedOut().join();
    run.check("a locked one takes no other app PIN", BoundaryChecks.code(
        () -> lock.setAppPin(NEXT_APP_PIN, NEXT_PIN)).equals("locked"));
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
        lock.setAppPin(NEXT_APP_PIN, NEXT_PIN).join().kind() == LockPhase.Kind.OPEN);
    run.check("what was locked runs again",
        Run.isAuthorized(run.process("TEST_BIOMETRICS", Map.of())));
  }

  /** A push or a link for an account that is not in front changes nothing by itself. */
  void accounts() throws Exception {
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

  /** A host's own scenario, by biometrics, and by codes in their place. */
  void ownScenario() throws Exception {
    run.check("a host's scenario by biometrics",
        Run.isAuthorized(run.process("PAY_INVOICE", CaseChecks.INVOICE)));
    Run.wish("phone " + run.mailbox + " " + PHONE);
    person.script = this::byCodes;
    Map<String, String> low = new HashMap<>(CaseChecks.INVOICE);
    low.put("amount", "12.50");
    var result = run.process("PAY_INVOICE", low);
    person.script = null;
    if (!Run.isAuthorized(result)) {
      System.err.println(result);
    }
    run.check("a host's scenario by codes", Run.isAuthorized(result));
  }

  /** Codes in place of biometrics: a mailed one, and a texted one. */
  private @Nullable ScreenAnswer byCodes(Screen screen) {
    Factor factor = screen.factor();
    if (screen.kind() == Screen.Kind.LEAVING || screen.notice() != null) {
      return ScreenAnswer.leave();
    }
    if (screen.kind() != Screen.Kind.FACTOR || factor == null) {
      return null;
    }
    return switch (factor) {
      case VALIDATE_CODE -> ScreenAnswer.code(code(run.mailbox));
      case OTP -> ScreenAnswer.code(code(PHONE));
      default -> ScreenAnswer.requestCode();
    };
  }

  private static String code(String recipient) {
    try {
      return Run.wish("code " + recipient);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  /** The host's backend redeems the token, and ships. */
  private static void redeem(
      Map<String, ?> payload, String token, Answer<Redeemer.HostAnswer> answer) {
    SHIPMENTS.add(payload);
    TOKENS.add(token);
    try {
      if (refuses) {
        answer.give(Redeemer.HostAnswer.refused("out_of_stock"));
        return;
      }
      String redeemed = Run.wish("redeem " + token);
      if (loses) {
        loses = false;
        throw new IOException("lost on the way");
      }
      answer.give(redeemed.equals("redeemed")
          ? Redeemer.HostAnswer.done() : Redeemer.HostAnswer.refused(redeemed));
    } catch (IOException problem) {
      answer.fail(problem);
    }
  }

  /** A scenario whose action the host's own backend executes. */
  void redeemed() throws Exception {
    Map<String, ?> shipment = Map.of(
        "order", "17", "address", "4 Marina Road, Lagos", "parcels", 2L);
    loses = true;
    run.check("a host's backend acts on what was proved",
        Run.isAuthorized(run.process("SHIP_ORDER", shipment)));
    run.check("a lost answer is asked for again with the same token", SHIPMENTS.size() == 2
        && SHIPMENTS.stream().allMatch(shipment::equals)
        && TOKENS.get(0).equals(TOKENS.get(1)));
    refuses = true;
    var outcome = run.process("SHIP_ORDER", shipment).outcome();
    refuses = false;
    run.check("its refusal is told", outcome != null && "out_of_stock".equals(outcome.failure()));
  }

  Account current() {
    return countersign.accounts().join().stream().filter(Account::isCurrent).findFirst()
        .orElseThrow();
  }
}
