package dev.countersign;

import java.util.Set;

/**
 * A scenario of the app's own, which the server's configuration declares.
 *
 * @param name its name, as the server declares it
 * @param level which factors prove it
 * @param fallback what stands in for biometrics; empty for {@link Level#BIOMETRICS_ONLY}
 * @param successTitle the title of its outcome
 * @param successMessage what stands below it
 * @param redeemer the app's own backend, which acts; null if the server performs the scenario
 */
public record Scenario(
    String name, Level level, Set<Fallback> fallback, String successTitle,
    String successMessage, @Nullable Redeemer redeemer) {

  /**
   * A scenario that the server performs: it records the operation, once, and tells the host.
   *
   * @param name its name, as the server declares it
   * @param level which factors prove it
   * @param fallback what stands in for biometrics; empty for {@link Level#BIOMETRICS_ONLY}
   * @param successTitle the title of its outcome
   * @param successMessage what stands below it
   */
  public Scenario(
      String name, Level level, Set<Fallback> fallback, String successTitle,
      String successMessage) {
    this(name, level, fallback, successTitle, successMessage, null);
  }

  /** Which factors prove a scenario. */
  public enum Level {
    /** Only a signed challenge. */
    BIOMETRICS_ONLY,
    /** A signed challenge, or what stands in for it. */
    BIOMETRICS_WITH_FALLBACK,
    /** Only what stands in. */
    FALLBACK_ONLY
  }

  /** What stands in for biometrics. */
  public enum Fallback {
    /** The PIN. */
    PIN,
    /** The mailed code, and a texted one or that of an authenticator app. */
    CODES
  }
}
