package dev.countersign.example;

import dev.countersign.Account;
import dev.countersign.BiometricGate;
import dev.countersign.Countersign;
import dev.countersign.Factor;
import dev.countersign.Flow;
import dev.countersign.Handover;
import dev.countersign.Interaction;
import dev.countersign.Listener;
import dev.countersign.LockPhase;
import dev.countersign.Navigator;
import dev.countersign.Nullable;
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
import java.util.function.Function;

/** An app that has the SDK: made once, in {@code Application.onCreate}. */
public final class Pay implements Listener, AutoCloseable {
  private static final Scenario PAY_INVOICE = new Scenario(
      "PAY_INVOICE", Scenario.Level.BIOMETRICS_WITH_FALLBACK, Set.of(Scenario.Fallback.PIN),
      "Paid", "Your payment is on its way.");

  private final Countersign countersign;
  private final PayViews views;

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
      PayViews views) {
    this(listener -> new Setup(
        "https://pay.example.com", "pay.example.com",
        "android:apk-key-hash:ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0", "My phone",
        List.of("en"), new FolderVault(files), http, new AndroidKeys(), gate, screens,
        mainThread, listener, List.of(PAY_INVOICE), new AndroidClock()), views);
  }

  /**
   * The same app over other parts of the platform, as a test has them.
   *
   * @param setup the parts, with the app as the listener
   * @param views the app's views
   */
  public Pay(Function<Listener, Setup> setup, PayViews views) {
    this.views = views;
    countersign = Countersign.open(setup.apply(this));
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
    // A scenario's flow is answered by its screens.
    boolean hasScreens = flow.type() == Flow.Type.SIGN_TRANSACTION;
    if (flow.isFinal()) {
      if (!hasScreens) {
        views.showEnd(flow);
      }
      // A session that is over is opened again by itself; who was logged out elsewhere signs in.
      if (flow.error() != null && flow.error().kind().equals("sessionExpired")) {
        views.showSignIn();
      }
    } else if (!hasScreens && flow.state() == Flow.State.WAIT_FOR_INPUT && asked != null) {
      switch (asked.type()) {
        case CONFIRM -> views.askSession(flow);
        case SOFT_PROMPT -> views.askSoftPrompt(flow);
        case VERIFY_SECOND_FACTOR -> views.askFactor(flow);
        case SET_SECOND_FACTOR -> {
          var info = asked.secondFactorInfo();
          if (info != null && info.required().contains(Factor.BIOMETRICS)) {
            giveBiometrics();
          } else {
            views.askNewPin(flow);
          }
        }
        case CONFIRM_TRANSACTION -> { }
      }
    }
  }

  /** The person signs in again: after a logout, or to open an app whose app PIN was wiped. */
  public void signIn() {
    countersign.flows().startLogin(null).exceptionally(this::tell);
  }

  /**
   * The person says yes to an enrolment or a login.
   *
   * @param account the account that was chosen; null in an enrolment
   * @param number the number that the other screen shows; null where there is none
   */
  public void confirm(@Nullable Account account, @Nullable String number) {
    countersign.flows().confirmSession(account, number).exceptionally(this::tell);
  }

  /**
   * The person has read what biometrics are offered for.
   *
   * @param accept whether they are wanted
   */
  public void answerSoftPrompt(boolean accept) {
    countersign.flows().answerSoftPrompt(accept).exceptionally(this::tell);
  }

  /**
   * The person gives a code: mailed, texted, or of an authenticator app.
   *
   * @param code the code
   */
  public void giveCode(String code) {
    countersign.flows().inputCode(code).exceptionally(this::tell);
  }

  /** The person wants a code, in place of biometrics or once more. */
  public void requestCode() {
    countersign.flows().requestCode().exceptionally(this::tell);
  }

  /** The person uses biometrics. */
  public void giveBiometrics() {
    countersign.flows().inputBiometrics().exceptionally(this::tell);
  }

  /** The person gives an account that was enrolled without a factor its first one. */
  public void upgrade() {
    countersign.flows().startHeadlessUpgrade(null).exceptionally(this::tell);
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

  /**
   * The invoice cannot be proved on this device: another one of the person is asked.
   *
   * @param invoice the payload of the scenario
   */
  public void askOtherDevice(Map<String, String> invoice) {
    countersign.handovers().handOver("PAY_INVOICE", invoice, null)
        .thenAccept(views::showHandover).exceptionally(this::tell);
  }

  /**
   * The other device may have decided.
   *
   * @param id the handover's id
   * @param invoice the payload of the scenario
   */
  public void goOn(String id, Map<String, String> invoice) {
    var handovers = countersign.handovers();
    handovers.handover(id, null).thenAccept(seen -> {
      if (seen.status() == Handover.Status.APPROVED) {
        handovers.perform(id, "PAY_INVOICE", invoice, null)
            .thenAccept(paid -> views.showPaid()).exceptionally(this::tell);
      } else {
        views.showHandover(seen);
      }
    }).exceptionally(this::tell);
  }

  /**
   * {@code ConnectivityManager} has told of the network.
   *
   * @param isOnline whether there is one
   */
  public void networkChanged(boolean isOnline) {
    countersign.context().noteConnectivity(isOnline);
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
    if (phase.kind() == LockPhase.Kind.LOGIN_NEEDED) {
      views.showSignIn();
    }
  }

  /**
   * The person tries the app PIN.
   *
   * @param appPin the app PIN
   */
  public void openWith(String appPin) {
    forCurrentAccount(account -> countersign.softLock(account.id()).submit(appPin)
        .thenAccept(views::showLock).exceptionally(this::tell));
  }

  /** The person logs out: the lock is shut before the server is told. */
  public void logOut() {
    countersign.logOut(null).exceptionally(this::tell);
    views.showSignIn();
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
