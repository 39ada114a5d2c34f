package dev.countersign.checks;

import dev.countersign.Account;
import dev.countersign.Countersign;
import dev.countersign.Factor;
import dev.countersign.Flow;
import dev.countersign.Inside;
import dev.countersign.Interaction;
import dev.countersign.LockPhase;
import dev.countersign.Screen;
import dev.countersign.SeamException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Every flow of an account's life, against a server that runs: enrolment by a link comes first.
 *
 * <p>What a host, a mailbox or another screen would bring is asked for by a line of output, and
 * read as a line of input: a test gives it, or a person at a terminal. The first line starts.
 */
final class FlowChecks {
  private static final String PIN = "258036";
  private static final String NEXT_PIN = "914725";
  private static final String APP_PIN = "481620";
  private static final BufferedReader INPUT = new BufferedReader(
      new InputStreamReader(System.in, StandardCharsets.UTF_8));

  private final Countersign countersign;
  private final Person person;
  private int passed;
  private int failed;
  /** What is on the other screen; empty where there is none. */
  private String number = "";
  private boolean denies;

  private FlowChecks(Countersign countersign, Person person) {
    this.countersign = countersign;
    this.person = person;
  }

  /**
   * Runs the checks.
   *
   * @param arguments the server's address
   * @throws Exception where a check cannot be run
   */
  public static void main(String[] arguments) throws Exception {
    INPUT.readLine();
    Person person = new Person();
    try (Countersign countersign = Countersign.open(
        BoundaryChecks.setup(arguments[0], "localhost", new MemoryVault(), person))) {
      FlowChecks checks = new FlowChecks(countersign, person);
      try {
        checks.run();
      } catch (Exception problem) {
        problem.printStackTrace();
        checks.failed++;
      }
      System.out.println(checks.passed + " passed, " + checks.failed + " failed");
      System.exit(checks.failed == 0 ? 0 : 1);
    }
  }

  private void run() throws Exception {
    countersign.flows().startEnrol(wish("enrol ada@example.com")).join();
    checkDone("ENROL", PIN);
    check("the account is here", countersign.accounts().join().size() == 1);
    wish("waits");
    countersign.flows().startLogin(null).join();
    checkDone("LOGIN", PIN);
    countersign.flows().startChangePin(null).join();
    checkDone("CHANGE_PIN", PIN);
    countersign.flows().startAddBiometrics(null).join();
    checkDone("ADD_BIOMETRICS", NEXT_PIN);
    person.pin = NEXT_PIN;
    var test = countersign.context().process("TEST_BIOMETRICS", Map.of()).join();
    check("TEST_BIOMETRICS", test.outcome() != null && test.outcome().failure() == null);
    check("the ways are told before anything is asked", person.screens.stream()
        .anyMatch(screen -> screen.ways() != null));
    // One subscription sees every flow: those of the context too.
    check("flows of the context are told", !person.flows.isEmpty());
    following();
    // After two denials the host may ask nothing for ten minutes.
    approveAndDeny();
    lateAnswer();
    linkLogin();
    softLock();
    person.flows.clear();
    person.refusal = SeamException.Reason.CANCELLED;
    countersign.flows().startRemoveBiometrics(null).join();
    person.refusal = null;
    checkDone("REMOVE_BIOMETRICS", NEXT_PIN);
    countersign.logOut(null).join();
    countersign.flows().startReview("trx_none", null).join();
    check("logged out", finish(NEXT_PIN).state() == Flow.State.ERROR);
    headless();
  }

  private void approveAndDeny() throws Exception {
    String approved = wish("transaction");
    var reviewed = countersign.context()
        .process("AUTHORIZE_TRANSACTION", Map.of("transactionID", approved)).join();
    check("AUTHORIZE_TRANSACTION",
        reviewed.outcome() != null && reviewed.outcome().failure() == null);
    check("it is approved", status(approved).equals("approved"));
    check("the prompt told what was signed", person.prompts.stream()
        .anyMatch(prompt -> prompt.text().contains("42.50")));
    String denied = wish("transaction");
    var denial = countersign.context().denyTransaction(denied).join();
    check("denied by the context", denial.outcome() != null
        && denial.outcome().kind() == Screen.Outcome.Kind.DENIED);
    check("it is denied", status(denied).equals("denied"));
    person.flows.clear();
    String refused = wish("transaction");
    denies = true;
    countersign.flows().startReview(refused, null).join();
    finish(NEXT_PIN);
    denies = false;
    check("denied by the flow", status(refused).equals("denied"));
  }

  private String status(String transaction) {
    return countersign.context().transaction(transaction).join().status();
  }

  /** The server's events are read, and a stream that is left is closed. */
  private void following() throws Exception {
    long[] before = held();
    for (int round = 0; round < 3; round++) {
      person.transactions.clear();
      countersign.context().startFollowing().join();
      String transaction = wish("transaction");
      check("a transaction that came is told",
          person.transactions.poll(60, TimeUnit.SECONDS) != null);
      // The context shows it when its turn comes, and the person approves.
      check("it is shown and approved", within(() -> status(transaction).equals("approved")));
      countersign.context().stopFollowing().join();
    }
    check("no stream is left open", within(() -> Arrays.equals(before, held())));
  }

  /** A prompt that is answered after its flow has ended leaves no unlocked key behind. */
  private void lateAnswer() throws Exception {
    long[] before = held();
    person.holds = true;
    var test = countersign.context().process("TEST_BIOMETRICS", Map.of());
    Runnable late = person.held.poll(60, TimeUnit.SECONDS);
    person.holds = false;
    countersign.flows().cancel().join();
    test.join();
    if (late != null) {
      late.run();
    }
    check("a late answer is let go of",
        late != null && within(() -> Arrays.equals(before, held())));
  }

  private void linkLogin() throws Exception {
    person.flows.clear();
    String[] given = wish("login").split(" ");
    number = given[1];
    countersign.flows().startLinkLogin(given[0], null).join();
    checkDone("LOGIN by a link", NEXT_PIN);
    number = "";
    check("a link of elsewhere is refused", BoundaryChecks.code(
        () -> countersign.context().open("https://elsewhere.example/open#x", null))
        .equals("argument"));
  }

  private void softLock() {
    var lock = countersign.softLock(countersign.accounts().join().get(0).id());
    LockPhase phase = lock.begin(APP_PIN, NEXT_PIN).join();
    check("the soft lock opens", phase.kind() == LockPhase.Kind.OPEN);
    check("it is told", within(() -> person.locks.contains(LockPhase.Kind.OPEN)));
    lock.loggedOut().join();
  }

  /** An account without a factor logs in by its device, and gets its PIN by a mailed code. */
  private void headless() throws Exception {
    person.flows.clear();
    countersign.flows().startEnrol(wish("headless headless@example.com")).join();
    checkDone("ENROL without a factor", PIN);
    countersign.flows().startHeadlessUpgrade(null).join();
    checkDone("HEADLESS_UPGRADE", PIN);
    check("two accounts are here", countersign.accounts().join().size() == 2);
  }

  // What is asked of a test

  private static String wish(String what) throws IOException {
    System.out.println(what);
    String given = INPUT.readLine();
    if (given == null) {
      throw new IllegalStateException("nobody gave: " + what);
    }
    return given;
  }

  /** What is held, but the threads that are attached. */
  private static long[] held() {
    long[] held = Inside.held();
    return Arrays.copyOf(held, held.length - 1);
  }

  private interface Condition {
    boolean holds();
  }

  /** Whether something comes to hold within ten seconds. */
  private static boolean within(Condition condition) {
    for (int tries = 0; tries < 200; tries++) {
      if (condition.holds()) {
        return true;
      }
      try {
        Thread.sleep(50);
      } catch (InterruptedException over) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return false;
  }

  private void checkDone(String name, String pin) throws Exception {
    check(name, finish(pin).state() == Flow.State.DONE);
  }

  private void check(String name, boolean holds) {
    if (holds) {
      passed++;
    } else {
      failed++;
      System.err.println("failed: " + name);
    }
  }

  /** Answers each question until the flow has ended. */
  private Flow finish(String pin) throws Exception {
    while (true) {
      Flow flow = person.next();
      Interaction asked = flow.currentInteraction();
      if (flow.isFinal() || asked == null) {
        if (flow.error() != null) {
          System.err.println(flow);
        }
        return flow;
      }
      switch (asked.type()) {
        case CONFIRM -> confirm(asked);
        case CONFIRM_TRANSACTION -> {
          if (denies) {
            countersign.flows().deny().join();
          } else {
            countersign.flows().confirmTransaction().join();
          }
        }
        case SOFT_PROMPT -> countersign.flows()
            .answerSoftPrompt(flow.type() != Flow.Type.HEADLESS_UPGRADE).join();
        case VERIFY_SECOND_FACTOR -> {
          var info = asked.secondFactorInfo();
          if (info == null || info.allowed().contains(Factor.PIN)) {
            countersign.flows().inputPin(pin).join();
          } else {
            countersign.flows().inputCode(wish("code headless@example.com")).join();
          }
        }
        case SET_SECOND_FACTOR -> {
          var info = asked.secondFactorInfo();
          if (info == null || info.required().contains(Factor.PIN)) {
            countersign.flows()
                .inputPin(flow.type() == Flow.Type.CHANGE_PIN ? NEXT_PIN : pin).join();
          } else {
            countersign.flows().inputBiometrics().join();
          }
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
}
