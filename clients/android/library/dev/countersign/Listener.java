package dev.countersign;

import java.util.List;

/** Told of what is new, on the app's executor, for as long as the app lives. */
public interface Listener {
  /**
   * A flow has changed.
   *
   * @param flow the flow as it stands
   */
  default void flowChanged(Flow flow) {}

  /**
   * A transaction came, or was decided.
   *
   * @param transaction the transaction as it stands
   */
  default void transactionChanged(WaitingTransaction transaction) {}

  /**
   * What waits for the person has changed, whatever brought it: an event, a message or an answer.
   * Of several changes in a row only the newest may be told.
   *
   * @param transactions the transactions that wait now, in order
   */
  default void waitingTransactionsChanged(List<WaitingTransaction> transactions) {}

  /**
   * The server was found away, or there again.
   *
   * @param isOnline whether it is there
   */
  default void connectivityChanged(boolean isOnline) {}

  /**
   * The server ended the following of transactions.
   *
   * @param problem why
   */
  default void followingEnded(CountersignException problem) {}

  /**
   * A soft lock has changed.
   *
   * @param account whose
   * @param phase how it stands
   */
  default void softLockChanged(String account, LockPhase phase) {}
}
