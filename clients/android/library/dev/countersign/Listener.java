package dev.countersign;

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
