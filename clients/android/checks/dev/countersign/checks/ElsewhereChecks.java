package dev.countersign.checks;

import dev.countersign.Context;
import dev.countersign.Screen;
import dev.countersign.ScreenAnswer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A transaction that waits on two devices, and is approved on the one that has the key. */
final class ElsewhereChecks {
  private static final String REVIEW = "AUTHORIZE_TRANSACTION";
  private static final long PAUSE_MILLISECONDS = 50;

  private ElsewhereChecks() {}

  /**
   * Waits on a screen until the phone has approved.
   *
   * @param screen the device that has no key
   * @param phone the device that has one
   * @param transaction the transaction's id
   * @return whether the screen offered the phone, and was done with its approval
   */
  static boolean isApprovedElsewhere(Run screen, Run phone, String transaction)
      throws Exception {
    Map<String, ?> payload = Map.of("transactionID", transaction);
    screen.person.script = ElsewhereChecks::waiting;
    CompletableFuture<Context.ProcessResult> ended =
        screen.countersign.context().process(REVIEW, payload);
    boolean isOffered = Run.within(() -> screen.person.screens.stream()
        .anyMatch(Screen::otherDevice));
    boolean isPending = screen.status(transaction).equals("pending");
    boolean isApproved = Run.isAuthorized(phone.process(REVIEW, payload));
    boolean isDone = Run.isAuthorized(ended.get(1, TimeUnit.MINUTES));
    screen.person.script = null;
    return isOffered && isPending && isApproved && isDone;
  }

  private static ScreenAnswer waiting(Screen shown) {
    if (!shown.otherDevice()) {
      return shown.kind() == Screen.Kind.OUTCOME
          ? ScreenAnswer.close() : ScreenAnswer.authorize();
    }
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLISECONDS));
    return ScreenAnswer.stay();
  }
}
