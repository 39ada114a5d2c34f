package dev.countersign.example;

import dev.countersign.Account;
import dev.countersign.BiometricGate;
import dev.countersign.Countersign;
import dev.countersign.Factor;
import dev.countersign.Flow;
import dev.countersign.Interaction;
import dev.countersign.Listener;
import dev.countersign.LockPhase;
import dev.countersign.Navigator;
import dev.countersign.Scenario;
import dev.countersign.Setup;
import dev.countersign.Transport;
import dev.countersign.WaitingTransaction;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** An app that has the SDK: made once, in {@code Application.onCreate}. */
public final class Pay implements Listener, AutoCloseable {
  private static final Scenario PAY_INVOICE = new Scenario(
      "PAY_INVOICE", Scenario.Level.BIOMETRICS_WITH_FALLBACK, Set.of(Scenario.Fallback.PIN),
      "Paid", "Your payment is on its way.");

  private final Countersign countersign;
  private final Views views;

  /** The app's own views, on its main thread. */
  public interface Views {
    /** Asks whether a device is to be enrolled, or another screen signed in: {@link #confirm}. */
    void askSession();

    /** Asks for the PIN of the account: {@link #givePin}. */
    void askPin();

    /** Asks for a new PIN, and for the app PIN: {@link #setPin}. */
    void askNewPin();

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

  /**
   * Opens the SDK, and follows what waits for the person.
   *
   * @param files {@code Context.getNoBackupFilesDir()}
   * @param http the app's HTTP client
   * @param gate the biometric prompt
   * @param screens the screens of scenarios
   * @param mainThread {@code ContextCompat.getMainExecutor}
   * @param views the app's other views
   */
  public Pay(
      Path files, Transport http, BiometricGate gate, Navigator screens, Executor mainThread,
      Views views) {
    this.views = views;
    countersign = Countersign.open(new Setup(
        "https://pay.example.com", "pay.example.com",
        "android:apk-key-hash:ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0", "My phone",
        List.of("en"), new FolderVault(files), http, new AndroidKeys(), gate, screens,
        mainThread, this, List.of(PAY_INVOICE), new AndroidClock()));
    countersign.context().startFollowing();
  }

  /**
   * A link was tapped or scanned, or a push came.
   *
   * @param link the link
   */
  public void open(String link) {
    countersign.context().open(link, "pay").thenAccept(opened -> {
      switch (opened.kind()) {
        case FLOW, TRANSACTION -> { }
        case OTHER_ACCOUNT -> views.askAccount(opened.account());
        case NO_ACCOUNT -> views.showProblem("This is for an account that is not on this phone.");
        case BUSY -> views.showProblem("Finish what you began, then open it again.");
      }
    }).exceptionally(this::tell);
  }

  /**
   * The person changes to another account, to which a link led.
   *
   * @param account the account
   * @param link the link, which is opened again
   */
  public void use(Account account, String link) {
    countersign.context().use(account.id()).thenRun(() -> open(link)).exceptionally(this::tell);
  }

  @Override
  public void flowChanged(Flow flow) {
    Interaction asked = flow.currentInteraction();
    if (flow.isFinal()) {
      views.showEnd(flow);
    } else if (flow.state() == Flow.State.WAIT_FOR_INPUT && asked != null) {
      switch (asked.type()) {
        case CONFIRM -> views.askSession();
        case SOFT_PROMPT -> countersign.flows().answerSoftPrompt(true).exceptionally(this::tell);
        case VERIFY_SECOND_FACTOR -> views.askPin();
        case SET_SECOND_FACTOR -> {
          var info = asked.secondFactorInfo();
          if (info != null && info.required().contains(Factor.BIOMETRICS)) {
            countersign.flows().inputBiometrics().exceptionally(this::tell);
          } else {
            views.askNewPin();
          }
        }
        // A scenario's flow is answered by its screens.
        case CONFIRM_TRANSACTION -> { }
      }
    }
  }

  /** The person says yes to an enrolment. */
  public void confirm() {
    countersign.flows().confirmSession(null, null).exceptionally(this::tell);
  }

  /**
   * The person gives the PIN of the account.
   *
   * @param pin the PIN
   */
  public void givePin(String pin) {
    countersign.flows().inputPin(pin).exceptionally(this::tell);
  }

  /**
   * The person chooses a PIN, and the app PIN with it.
   *
   * @param pin the PIN
   * @param appPin the app PIN
   */
  public void setPin(String pin, String appPin) {
    countersign.flows().setPin(pin, appPin).exceptionally(this::tell);
  }

  /**
   * The person pays an invoice: the context asks for what proves it, by the screens.
   *
   * @param amount the amount: {@code 42.50}
   * @param account the payee's IBAN
   * @param payee the payee's name
   */
  public void payInvoice(String amount, String account, String payee) {
    countersign.context()
        .process("PAY_INVOICE", Map.of("amount", amount, "account", account, "payee", payee))
        .exceptionally(this::tell);
  }

  @Override
  public void waitingTransactionsChanged(List<WaitingTransaction> transactions) {
    views.showWaiting(transactions);
  }

  /** The app has come to the front: {@code ProcessLifecycleOwner}'s ON_START. */
  public void appeared() {
    forCurrentAccount(account -> countersign.softLock(account.id()).appAppeared()
        .thenAccept(views::showLock).exceptionally(this::tell));
  }

  /** The app has left the front: ON_STOP. */
  public void left() {
    forCurrentAccount(account -> countersign.softLock(account.id()).appLeft()
        .thenAccept(views::showLock).exceptionally(this::tell));
  }

  @Override
  public void softLockChanged(String account, LockPhase phase) {
    views.showLock(phase);
  }

  /** The person logs out: the lock is shut before the server is told. */
  public void logOut() {
    countersign.logOut(null).exceptionally(this::tell);
  }

  @Override
  public void close() {
    countersign.close();
  }

  private void forCurrentAccount(Consumer<Account> use) {
    countersign.accounts().thenAccept(accounts ->
        accounts.stream().filter(Account::isCurrent).findFirst().ifPresent(use))
        .exceptionally(this::tell);
  }

  /** Each failure has a sentence that says what to do. */
  private <T> T tell(Throwable problem) {
    Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
    views.showProblem(String.valueOf(cause == null ? problem.getMessage() : cause.getMessage()));
    return null;
  }
}
