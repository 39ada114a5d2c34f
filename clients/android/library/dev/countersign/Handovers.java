package dev.countersign;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Hands an action to the account's other devices, where it cannot be proved on this one, and acts
 * by their approval.
 *
 * <p>They see it as a transaction that waits. Show its number while it does, and ask again until it
 * is decided.
 */
public final class Handovers {
  private final Countersign countersign;

  Handovers(Countersign countersign) {
    this.countersign = countersign;
  }

  /**
   * Hands an action over. One that this session handed over before is withdrawn.
   *
   * @param scenario the scenario's name
   * @param payload what it is run for, as {@link Context#process} takes it
   * @param account whose; null for the account that was used last
   * @return what both screens show; it fails with {@code pin_missing} where no other device could
   *     approve it
   */
  public CompletableFuture<Handover> handOver(
      String scenario, @Nullable Map<String, ?> payload, @Nullable String account) {
    return countersign.ask(
        Operation.HAND_OVER, ofAction(scenario, payload, account), Handovers::handover);
  }

  /**
   * A handover as it stands now. Asking keeps no session alive.
   *
   * @param id its id
   * @param account whose; null for the account that was used last
   * @return the handover
   */
  public CompletableFuture<Handover> handover(String id, @Nullable String account) {
    return countersign.ask(Operation.HANDOVER, ofId(id, account), Handovers::handover);
  }

  /**
   * Takes an action back: no device can approve it any more.
   *
   * @param id its id
   * @param account whose; null for the account that was used last
   * @return completes when it is taken back
   */
  public CompletableFuture<@Nullable Void> withdraw(String id, @Nullable String account) {
    return countersign.done(Operation.WITHDRAW_HANDOVER, ofId(id, account));
  }

  /**
   * Acts by the approval of another device: once, however often it is called. Call it again after
   * {@code network}, where the answer may be lost.
   *
   * @param id its id
   * @param scenario the scenario's name, as it was handed over
   * @param payload what it is run for, as it was handed over
   * @param account whose; null for the account that was used last
   * @return the action's result; it fails with {@code handover_pending} before the decision, and
   *     with {@code already_denied} after a decline
   */
  public CompletableFuture<Flow.ActionResult> perform(
      String id, String scenario, @Nullable Map<String, ?> payload, @Nullable String account) {
    Map<String, @Nullable Object> arguments = ofAction(scenario, payload, account);
    arguments.put("id", Countersign.given(id, "id"));
    return countersign.ask(
        Operation.PERFORM_HANDOVER, arguments,
        value -> Flow.ActionResult.of(Countersign.record(value)));
  }

  private static Handover handover(@Nullable Object value) {
    return Handover.of(Countersign.record(value));
  }

  private static Map<String, @Nullable Object> ofId(String id, @Nullable String account) {
    Map<String, @Nullable Object> arguments = Countersign.ofAccount(account);
    arguments.put("id", Countersign.given(id, "id"));
    return arguments;
  }

  private static Map<String, @Nullable Object> ofAction(
      String scenario, @Nullable Map<String, ?> payload, @Nullable String account) {
    Map<String, @Nullable Object> arguments = Countersign.ofAccount(account);
    arguments.put("scenario", Countersign.given(scenario, "scenario"));
    arguments.put("payload", payload);
    return arguments;
  }
}
