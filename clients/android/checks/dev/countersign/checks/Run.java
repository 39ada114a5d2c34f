package dev.countersign.checks;

import dev.countersign.Account;
import dev.countersign.Context;
import dev.countersign.Countersign;
import dev.countersign.Factor;
import dev.countersign.Flow;
import dev.countersign.Inside;
import dev.countersign.Interaction;
import dev.countersign.Nullable;
import dev.countersign.Screen;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * One SDK with its person and what was found of it.
 *
 * <p>What a host, a mailbox or another screen would bring is asked for by a line of output, and
 * read as a line of input: a test gives it, or a person at a terminal. The first line starts.
 */
final class Run {
  /** One SDK, and nothing that is under way. */
  private static final long[] IDLE = {1, 0, 0, 1};
  private static final int TRIES = 800;
  private static final long PAUSE_MILLISECONDS = 50;
  private static final BufferedReader INPUT = new BufferedReader(
      new InputStreamReader(System.in, StandardCharsets.UTF_8));

  final Countersign countersign;
  final Person person;
  private int passed;
  private int failed;
  private String names = "";
  /** What is on the other screen; empty where there is none. */
  String number = "";
  boolean denies;
  /** Whether biometrics are wanted where an account gets its first factor. */
  boolean acceptsBiometrics;
  /** Ends a flow that was refused biometrics. */
  boolean cancelsAfterRefusal;
  /** To whom codes are mailed. */
  String mailbox = "ada@example.com";
  String nextPin = "";
  /** The app PIN that is set with a PIN; empty for none. */
  String appPin = "";

  Run(Countersign countersign, Person person) {
    this.countersign = countersign;
    this.person = person;
  }

  /** What was found so far, for another SDK over the same vault. */
  Run continuedBy(Countersign next) {
    Run run = new Run(next, person);
    run.passed = passed;
    run.failed = failed;
    run.names = names;
    run.mailbox = mailbox;
    return run;
  }

  /** Waits for the first line. */
  static void begin() throws IOException {
    INPUT.readLine();
  }

  /** Asks for what somebody else would bring. */
  static String wish(String what) throws IOException {
    System.out.println(what);
    String given = INPUT.readLine();
    if (given == null) {
      throw new IllegalStateException("nobody gave: " + what);
    }
    return given;
  }

  void check(String name, boolean holds) {
    if (holds) {
      passed++;
    } else {
      failed++;
      names += " [" + name + "]";
    }
  }

  /** Says what was found; whether all of it is right. */
  boolean report() {
    System.out.println(passed + " passed," + names + " " + failed + " failed");
    return failed == 0;
  }

  /** Whatever may hold or not, and may not be found out. */
  interface Condition {
    boolean holds() throws Exception;
  }

  /** Whether something comes to hold within 40 seconds: a machine may be busy. */
  static boolean within(Condition condition) throws Exception {
    for (int tries = 0; tries < TRIES; tries++) {
      if (condition.holds()) {
        return true;
      }
      Thread.sleep(PAUSE_MILLISECONDS);
    }
    return false;
  }

  /** Whether nothing is under way any more, and nothing is held but the SDK itself. */
  static boolean isIdle() throws Exception {
    boolean isIdle = within(
        () -> Arrays.equals(IDLE, Arrays.copyOf(Inside.held(), IDLE.length)));
    if (!isIdle) {
      System.err.println("held: " + Arrays.toString(Inside.held()));
    }
    return isIdle;
  }

  /** Runs a scenario, once no other is under way. */
  Context.ProcessResult process(String scenario, Map<String, ?> payload) throws Exception {
    return afterOthers(() -> countersign.context().process(scenario, payload));
  }

  /** What begins a scenario. */
  interface Beginning {
    CompletableFuture<Context.ProcessResult> begin();
  }

  /** Begins a scenario, again where what came before has not ended yet. */
  static Context.ProcessResult afterOthers(Beginning beginning) throws Exception {
    Context.ProcessResult[] result = new Context.ProcessResult[1];
    within(() -> {
      result[0] = beginning.begin().join();
      return result[0].kind() != Context.ProcessResult.Kind.BUSY;
    });
    return result[0];
  }

  static boolean isAuthorized(Context.ProcessResult result) {
    Screen.Outcome outcome = result.outcome();
    return outcome != null && outcome.kind() == Screen.Outcome.Kind.AUTHORIZED;
  }

  String status(String transaction) {
    return countersign.context().transaction(transaction).join().status();
  }

  /** Answers each question of a flow until it has ended; those of another are not its own. */
  Flow finish(CompletableFuture<@Nullable Flow> started, String pin) throws Exception {
    Flow begun = started.join();
    if (begun == null) {
      throw new IllegalStateException("nothing was started");
    }
    while (true) {
      Flow flow = person.next(begun.id());
      Interaction asked = flow.currentInteraction();
      if (flow.isFinal() || asked == null) {
        if (flow.error() != null) {
          System.err.println(flow.type() + " ended: " + flow.error());
        }
        return flow;
      }
      answer(flow, asked, pin);
    }
  }

  void checkDone(String name, CompletableFuture<@Nullable Flow> started, String pin)
      throws Exception {
    check(name, finish(started, pin).state() == Flow.State.DONE);
  }

  private void answer(Flow flow, Interaction asked, String pin) throws IOException {
    var flows = countersign.flows();
    var before = flow.previousInteractionResult();
    if (cancelsAfterRefusal && before != null
        && before.outcome() == Flow.InteractionResult.Outcome.BIOMETRICS_FAIL) {
      flows.cancel().join();
      return;
    }
    switch (asked.type()) {
      case CONFIRM -> confirm(asked);
      case CONFIRM_TRANSACTION -> (denies ? flows.deny() : flows.confirmTransaction()).join();
      case SOFT_PROMPT ->
          flows.answerSoftPrompt(
              acceptsBiometrics || flow.type() != Flow.Type.HEADLESS_UPGRADE).join();
      case VERIFY_SECOND_FACTOR -> {
        var info = asked.secondFactorInfo();
        if (info == null || info.allowed().contains(Factor.PIN)) {
          flows.inputPin(pin).join();
        } else {
          flows.inputCode(wish("code " + mailbox)).join();
        }
      }
      case SET_SECOND_FACTOR -> {
        var info = asked.secondFactorInfo();
        if (info == null || info.required().contains(Factor.PIN)) {
          String set = flow.type() == Flow.Type.CHANGE_PIN ? nextPin : pin;
          if (acceptsBiometrics && info != null && info.allowed().contains(Factor.BIOMETRICS)) {
            flows.inputSecondFactor(set, true, null, null).join();
            return;
          }
          (appPin.isEmpty() ? flows.inputPin(set) : flows.setPin(set, appPin)).join();
        } else {
          flows.inputBiometrics().join();
        }
      }
    }
  }

  private void confirm(Interaction asked) {
    var info = asked.confirmSessionInfo();
    Account account = info == null || number.isEmpty() || info.accounts().isEmpty()
        ? null : info.accounts().get(0);
    countersign.flows().confirmSession(account, number.isEmpty() ? null : number).join();
  }

  /** Tells if one action more than before was carried out. */
  static boolean isOneMore(String before) throws Exception {
    return Integer.parseInt(wish("acted")) == Integer.parseInt(before) + 1;
  }
}
