package dev.countersign.example;

import dev.countersign.Account;
import dev.countersign.Flow;
import dev.countersign.Handover;
import dev.countersign.LockPhase;
import dev.countersign.WaitingTransaction;
import java.util.List;

/** The views of the example app, on its main thread. */
public interface PayViews {
  /**
   * Asks whether this phone is to be enrolled, or somebody signed in: {@link Pay#confirm}. What the
   * server announces stands in the session, and so do the phones that have the account already;
   * the accounts to choose from and the numbers stand in the question.
   *
   * @param flow the flow
   */
  void askSession(Flow flow);

  /**
   * Offers biometrics: {@link Pay#answerSoftPrompt}.
   *
   * @param flow the flow
   */
  void askSoftPrompt(Flow flow);

  /**
   * Asks for a factor of those that the question takes: {@link Pay#givePin}, {@link Pay#giveCode},
   * {@link Pay#giveBiometrics}. How many tries are left, and when the next is taken, stands in the
   * flow's second factor account; what was wrong before in its result. Another device that can
   * approve is named too; with no factor to give, the flow waits for it.
   *
   * @param flow the flow
   */
  void askFactor(Flow flow);

  /**
   * Asks for a new PIN, and for the app PIN: {@link Pay#setPin}.
   *
   * @param flow the flow
   */
  void askNewPin(Flow flow);

  /** The person is signed out, or has to log in to open the app: {@link Pay#signIn}. */
  void showSignIn();

  /**
   * Shows that a flow has ended.
   *
   * @param flow the flow
   */
  void showEnd(Flow flow);

  /**
   * Shows what waits for the person.
   *
   * @param transactions the transactions
   */
  void showWaiting(List<WaitingTransaction> transactions);

  /**
   * Shows or hides all that is of the account.
   *
   * @param phase how the lock stands
   */
  void showLock(LockPhase phase);

  /**
   * Shows the number that the person compares on another device, and asks again for as long as it
   * is pending: {@link Pay#goOn}.
   *
   * @param handover what was handed over
   */
  void showHandover(Handover handover);

  /** Shows that the invoice is paid. */
  void showPaid();

  /**
   * Asks whether to change to the account that a link is for: {@link Pay#use}.
   *
   * @param account the account
   */
  void askAccount(Account account);

  /**
   * Says what went wrong.
   *
   * @param sentence what, and what to do
   */
  void showProblem(String sentence);
}
