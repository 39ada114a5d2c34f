package dev.countersign.checks;

import dev.countersign.Account;
import dev.countersign.Answer;
import dev.countersign.BiometricGate;
import dev.countersign.Factor;
import dev.countersign.Flow;
import dev.countersign.Listener;
import dev.countersign.LockPhase;
import dev.countersign.Navigator;
import dev.countersign.Nullable;
import dev.countersign.Screen;
import dev.countersign.ScreenAnswer;
import dev.countersign.SeamException;
import dev.countersign.WaitingTransaction;
import java.security.Signature;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A person who answers prompts and screens as a check wants it, and sees each flow. */
final class Person implements BiometricGate, Navigator, Listener {
  private static final long PATIENCE_SECONDS = 40;

  final BlockingQueue<Flow> flows = new LinkedBlockingQueue<>();
  final TurnedClock clock = new TurnedClock();
  /** Every flow that was told, also what a check has taken from {@link #flows}. */
  final List<Flow> told = new CopyOnWriteArrayList<>();
  final List<Screen> screens = new CopyOnWriteArrayList<>();
  final List<String> threads = new CopyOnWriteArrayList<>();
  final List<Prompt> prompts = new CopyOnWriteArrayList<>();
  private final List<WaitingTransaction> transactions = new CopyOnWriteArrayList<>();
  private volatile List<WaitingTransaction> waiting = List.of();
  /** The accounts, as they were told one after the other. */
  final List<List<Account>> accounts = new CopyOnWriteArrayList<>();
  final List<LockPhase.Kind> locks = new CopyOnWriteArrayList<>();
  /** Answers that are kept back while {@link #holds}. */
  final BlockingQueue<Runnable> held = new LinkedBlockingQueue<>();
  volatile boolean holds;
  volatile SeamException.@Nullable Reason refusal;
  private final AtomicInteger refusals = new AtomicInteger(Integer.MAX_VALUE);
  /** Answers screens in place of the usual; null for those that it does not answer. */
  volatile @Nullable Function<Screen, @Nullable ScreenAnswer> script;
  volatile boolean throwsAtOnce;
  volatile String pin = "258036";

  /** Refuses the next prompts, so many of them. */
  void refuses(SeamException.Reason reason, int times) {
    refusals.set(times);
    refusal = reason;
  }

  @Override
  public Readiness readiness() {
    return Readiness.READY;
  }

  @Override
  public void unlock(Prompt prompt, Signature signature, Answer<Signature> answer) {
    answer(prompt, signature, answer);
  }

  @Override
  public void verify(Prompt prompt, Answer<Boolean> answer) {
    answer(prompt, true, answer);
  }

  private <T> void answer(Prompt prompt, T value, Answer<T> answer) {
    prompts.add(prompt);
    if (throwsAtOnce) {
      throw new IllegalStateException("the gate threw");
    }
    if (holds) {
      held.add(() -> answer.give(value));
      return;
    }
    SeamException.Reason reason = refusal;
    if (reason == null || refusals.getAndDecrement() <= 0) {
      answer.give(value);
      answer.give(value);
    } else {
      answer.fail(new SeamException(reason, "as the check wants it"));
    }
  }

  @Override
  public void show(Screen screen, Answer<ScreenAnswer> answer) {
    screens.add(screen);
    threads.add(Thread.currentThread().getName());
    Function<Screen, @Nullable ScreenAnswer> written = script;
    ScreenAnswer scripted = written == null ? null : written.apply(screen);
    if (scripted != null) {
      answer.give(scripted);
      return;
    }
    answer.give(switch (screen.kind()) {
      case CONFIRM_TRANSACTION, START -> ScreenAnswer.authorize();
      case SOFT_PROMPT -> ScreenAnswer.reject();
      case FACTOR -> screen.factor() == Factor.BIOMETRICS
          ? ScreenAnswer.biometrics() : ScreenAnswer.pin(pin);
      case REGISTRATION -> ScreenAnswer.biometrics();
      case LEAVING, OTHER_DEVICE -> ScreenAnswer.leave();
      case OUTCOME -> ScreenAnswer.close();
    });
  }

  @Override
  public void flowChanged(Flow flow) {
    threads.add(Thread.currentThread().getName());
    flows.add(flow);
    told.add(flow);
  }

  @Override
  public void transactionChanged(WaitingTransaction transaction) {
    transactions.add(transaction);
  }

  @Override
  public void waitingTransactionsChanged(List<WaitingTransaction> transactions) {
    waiting = transactions;
  }

  @Override
  public void accountsChanged(List<Account> changed) {
    accounts.add(changed);
  }

  /** Whether a transaction was told while it waited. */
  boolean isTold(String transaction) {
    return transactions.stream().anyMatch(
        told -> told.id().equals(transaction) && told.status().equals("pending"));
  }

  /** Whether a transaction waits, as it was told last. */
  boolean waits(String transaction) {
    return waiting.stream().anyMatch(told -> told.id().equals(transaction));
  }

  @Override
  public void softLockChanged(String account, LockPhase phase) {
    locks.add(phase.kind());
  }

  /** Waits until a flow of that id asks something, or has ended. */
  Flow next(String id) throws InterruptedException {
    while (true) {
      Flow flow = next();
      if (flow.id().equals(id)) {
        return flow;
      }
    }
  }

  /** Waits until any flow asks something, or has ended. */
  Flow next() throws InterruptedException {
    while (true) {
      Flow flow = flows.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (flow == null) {
        throw new IllegalStateException("no flow for " + PATIENCE_SECONDS + " s");
      }
      if (flow.state() != Flow.State.PROCESSING) {
        return flow;
      }
    }
  }

  /** Whether a flow tells a reason: a listener may hear of it after whoever waits for the end. */
  boolean tells(String reason) throws Exception {
    return Run.within(() -> reasons().contains(reason));
  }

  private List<String> reasons() {
    return told.stream().map(Flow::previousInteractionResult).filter(Objects::nonNull)
        .map(Flow.InteractionResult::reason).filter(Objects::nonNull)
        .map(reason -> reason.code()).toList();
  }
}
