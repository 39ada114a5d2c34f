package dev.countersign.checks;

import dev.countersign.Countersign;
import dev.countersign.Factor;
import dev.countersign.Flow;
import dev.countersign.Interaction;
import dev.countersign.SeamException;
import java.util.List;
import java.util.Map;

/** Every flow of an account's life, against a server that runs: enrolment by a link comes first. */
final class FlowChecks {
  private static final String PIN = "258036";
  private static final String NEXT_PIN = "914725";

  private final Countersign countersign;
  private final Person person;
  private int passed;
  private int failed;

  private FlowChecks(Countersign countersign, Person person) {
    this.countersign = countersign;
    this.person = person;
  }

  /**
   * Runs the checks.
   *
   * @param arguments the server's address, a link that brings an account to a device, and the id of
   *     a transaction that waits, if there is one
   * @throws Exception where a check cannot be run
   */
  public static void main(String[] arguments) throws Exception {
    Person person = new Person();
    try (Countersign countersign = Countersign.open(
        BoundaryChecks.setup(arguments[0], "localhost", new MemoryVault(), person))) {
      FlowChecks checks = new FlowChecks(countersign, person);
      checks.run(arguments[1], List.of(arguments).subList(2, arguments.length));
      System.out.println(checks.passed + " passed, " + checks.failed + " failed");
      System.exit(checks.failed == 0 ? 0 : 1);
    }
  }

  private void run(String link, List<String> transactions) throws Exception {
    countersign.flows().startEnrol(link).join();
    check("ENROL", finish(PIN).state() == Flow.State.DONE);
    check("the account is here", countersign.accounts().join().size() == 1);
    countersign.flows().startLogin(null).join();
    check("LOGIN", finish(PIN).state() == Flow.State.DONE);
    countersign.flows().startChangePin(null).join();
    check("CHANGE_PIN", finish(PIN).state() == Flow.State.DONE);
    countersign.flows().startAddBiometrics(null).join();
    check("ADD_BIOMETRICS", finish(NEXT_PIN).state() == Flow.State.DONE);
    person.pin = NEXT_PIN;
    var test = countersign.context().process("TEST_BIOMETRICS", Map.of()).join();
    check("TEST_BIOMETRICS", test.outcome() != null && test.outcome().failure() == null);
    check("the ways are told before anything is asked", person.screens.stream()
        .anyMatch(screen -> screen.ways() != null));
    for (String transaction : transactions) {
      var reviewed =
          countersign.context()
              .process("AUTHORIZE_TRANSACTION", Map.of("transactionID", transaction)).join();
      check("AUTHORIZE_TRANSACTION",
          reviewed.outcome() != null && reviewed.outcome().failure() == null);
      check("the prompt told what was signed", person.prompts.stream()
          .anyMatch(prompt -> prompt.text().contains("12.50")));
    }
    // One subscription sees every flow: those of the context too.
    check("flows of the context are told", !person.flows.isEmpty());
    person.flows.clear();
    person.refusal = SeamException.Reason.CANCELLED;
    countersign.flows().startRemoveBiometrics(null).join();
    person.refusal = null;
    check("REMOVE_BIOMETRICS", finish(NEXT_PIN).state() == Flow.State.DONE);
    countersign.logOut(null).join();
    countersign.flows().startReview("trx_none", null).join();
    Flow over = finish(PIN);
    check("logged out", over.state() == Flow.State.ERROR);
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
  private Flow finish(String pin) throws InterruptedException {
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
        case CONFIRM -> countersign.flows().confirmSession(null, null).join();
        case CONFIRM_TRANSACTION -> countersign.flows().confirmTransaction().join();
        case SOFT_PROMPT -> countersign.flows().answerSoftPrompt(true).join();
        case VERIFY_SECOND_FACTOR -> countersign.flows().inputPin(pin).join();
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
}
