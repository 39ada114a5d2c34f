package dev.countersign.conformance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What holds of the library without a server: the vectors that Swift reads too, and more. */
final class Checks {
  private final List<String> failures = new ArrayList<>();
  private int passed = 0;

  private Checks() {}

  /**
   * Checks everything and says how much; the status is 1 where something does not hold.
   *
   * @param arguments the folder with the shared vectors of documents and challenges, and the one
   *     with those of the display rules
   */
  public static void main(String[] arguments) throws Exception {
    Checks checks = new Checks();
    VectorChecks.run(checks, Path.of(arguments[0]));
    ActionChecks.run(checks, Path.of(arguments[0]));
    DisplayChecks.run(checks, Path.of(arguments[1]));
    EncodingChecks.run(checks);
    AuthenticatorChecks.run(checks);
    ClientChecks.run(checks);
    PossessionChecks.run(checks);
    ShopChecks.run(checks);
    checks.failures.forEach(System.err::println);
    System.out.println(checks.passed + " passed, " + checks.failures.size() + " failed");
    System.exit(checks.failures.isEmpty() ? 0 : 1);
  }

  /** Steps that must throw. */
  interface Steps {
    void run() throws Exception;
  }

  /** Notes that something must hold. */
  void holds(String what, boolean doesHold) {
    if (doesHold) {
      passed += 1;
    } else {
      failures.add("does not hold: " + what);
    }
  }

  /** Notes that two values must be equal. */
  void equal(String what, Object actual, Object expected) {
    holds(what + " is " + expected + ", not " + actual, expected.equals(actual));
  }

  /** Notes that steps must be refused, by this exception and no other. */
  void refused(String what, Class<? extends Exception> by, Steps steps) {
    try {
      steps.run();
      failures.add("not refused: " + what);
    } catch (Exception refusal) {
      equal("the refusal of " + what, refusal.getClass(), by);
    }
  }
}
