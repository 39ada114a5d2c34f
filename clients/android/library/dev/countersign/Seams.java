package dev.countersign;

import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Asks an app's seams what the SDK asks: on threads of its own, since they may take their time. */
final class Seams {
  private static final ExecutorService WORKERS = Executors.newCachedThreadPool(task -> {
    Thread thread = new Thread(task, "countersign-seam");
    thread.setDaemon(true);
    return thread;
  });

  private final Vault vault;
  private final Calls calls;
  private final SigningKeys keys;
  private final BiometricGate gate;
  private final Navigator navigator;
  private final Executor executor;
  private final Listener listener;
  /** By the question that was answered with it. */
  private final Map<Long, Signature> unlocked = new ConcurrentHashMap<>();
  private final Map<Long, Screen> shown = new ConcurrentHashMap<>();
  /** The vault reads and writes in the order in which it is asked. */
  private final Executor vaultOrder = new InOrder(WORKERS);

  Seams(Setup setup) {
    vault = setup.vault();
    calls = new Calls(setup.transport());
    keys = setup.keys();
    gate = setup.gate();
    navigator = setup.navigator();
    executor = setup.executor();
    listener = setup.listener();
  }

  void ask(long question, String seam, Fields arguments) {
    boolean isOfVault = seam.startsWith("vault.");
    boolean isOfApp = seam.startsWith("navigator.");
    Executor where = isOfVault ? vaultOrder : isOfApp ? executor : WORKERS;
    try {
      where.execute(() -> {
        try {
          carryOut(question, seam, arguments);
        } catch (Throwable problem) {
          fail(question, problem);
        }
      });
    } catch (RuntimeException problem) {
      fail(question, problem);
    }
  }

  private void carryOut(long question, String seam, Fields arguments) throws Exception {
    switch (seam) {
      case "vault.read" ->
          give(question, vault.read(arguments.text("account"), arguments.text("name")));
      case "vault.write" -> {
        Object value = arguments.members().get("value");
        vault.write(arguments.text("account"), arguments.text("name"),
            value instanceof byte[] bytes ? bytes : null);
        give(question, null);
      }
      case "vault.names" -> give(question, vault.names(arguments.text("account")));
      case "transport.send" -> give(question, calls.send(question, arguments));
      case "transport.read" -> give(question, calls.next(arguments.integer("stream")));
      case "gate.readiness" -> give(question, gate.readiness().name());
      case "gate.verify" -> gate.verify(prompt(arguments), once(question, verified -> verified));
      case "keys.make" -> make(question, arguments.text("name"), prompt(arguments));
      case "keys.unlock" -> gate.unlock(
          prompt(arguments), keys.signature(arguments.text("name")), once(question, signature -> {
            unlocked.put(question, signature);
            return question;
          }));
      case "keys.sign" -> {
        Signature signature = unlocked.remove(arguments.integer("key"));
        if (signature == null) {
          throw new SeamException(SeamException.Reason.FAILED, "a key signs once");
        }
        signature.update(arguments.bytes("bytes"));
        give(question, signature.sign());
      }
      case "keys.destroy" -> {
        keys.delete(arguments.text("name"));
        give(question, null);
      }
      case "navigator.show" -> {
        Screen screen = Screen.of(arguments);
        shown.put(question, screen);
        if (!Native.isAsked(question)) {
          // Withdrawn before its turn on the executor came: it is not shown at all.
          shown.remove(question);
          return;
        }
        navigator.show(screen, once(question, answer -> {
          shown.remove(question);
          return answer.crossing();
        }));
      }
      default -> throw new SeamException(SeamException.Reason.FAILED, "no such seam: " + seam);
    }
  }

  /** A key whose person was not verified is left nowhere. */
  private void make(long question, String name, BiometricGate.Prompt prompt) throws Exception {
    ECPublicKey key = keys.create(name);
    gate.unlock(prompt, keys.signature(name), new Answer<Signature>() {
      private final Answer<Signature> answer = once(question, signature -> {
        // Nobody is sent this signature: it shows that the person was verified.
        signature.update(new byte[1]);
        signature.sign();
        return PublicPoint.of(key);
      });

      @Override
      public void give(Signature value) {
        answer.give(value);
      }

      @Override
      public void fail(Exception problem) {
        try {
          keys.delete(name);
        } catch (Exception kept) {
          problem.addSuppressed(kept);
        }
        answer.fail(problem);
      }
    });
  }

  private static BiometricGate.Prompt prompt(Fields arguments) {
    Fields question = arguments.record("question");
    return new BiometricGate.Prompt(
        question.oneOf(BiometricGate.Purpose.class, "purpose"), question.text("text"));
  }

  /** What turns an answer of the app into what crosses. */
  private interface Turning<T> {
    @Nullable Object turn(T value) throws Exception;
  }

  private <T> Answer<T> once(long question, Turning<T> turning) {
    AtomicBoolean isGiven = new AtomicBoolean();
    return new Answer<>() {
      @Override
      public void give(T value) {
        if (isGiven.compareAndSet(false, true)) {
          try {
            Seams.this.give(question, turning.turn(value));
          } catch (Exception problem) {
            Seams.fail(question, problem);
          }
        }
      }

      @Override
      public void fail(Exception problem) {
        if (isGiven.compareAndSet(false, true)) {
          Seams.fail(question, problem);
        }
      }
    };
  }

  private void give(long question, @Nullable Object value) {
    Map<String, @Nullable Object> reply = new LinkedHashMap<>();
    reply.put("value", value);
    if (!Native.reply(question, reply)) {
      letGo(question);
    }
  }

  private static void fail(long question, Throwable problem) {
    String code = problem instanceof SeamException refusal
        ? refusal.reason().code() : SeamException.Reason.FAILED.code();
    Native.reply(question, Map.of("failure", Map.of(
        "code", code, "sentence", problem.getClass().getSimpleName() + " in the app")));
  }

  /** The SDK does not wait for an answer any more. */
  void withdraw(long question) {
    letGo(question);
    Screen screen = shown.remove(question);
    if (screen != null) {
      onExecutor(() -> navigator.dismiss(screen));
    }
  }

  /** Nobody will use the key that was unlocked, or the stream that was opened, for a question. */
  private void letGo(long question) {
    unlocked.remove(question);
    calls.close(question, WORKERS);
  }

  /** How many screens, unlocked keys and streams are held. */
  long held() {
    return shown.size() + unlocked.size() + calls.open();
  }

  /** Tells the app something, unless its executor takes nothing any more. */
  private void onExecutor(Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException over) {
      // The app has ended its executor: nobody is left to be told.
    }
  }

  /** Tells the app of something, on its executor. */
  void tell(Fields news) {
    String kind = news.text("kind");
    Object value = news.members().get("value");
    if (kind.equals("unlockedKeyDropped") || kind.equals("streamDropped")) {
      if (value instanceof Long number) {
        letGo(number);
      }
      return;
    }
    onExecutor(() -> {
      switch (kind) {
        case "flow" -> listener.flowChanged(Flow.of(news.record("value")));
        case "screen" -> navigator.update(Screen.of(news.record("value")));
        case "transaction" ->
            listener.transactionChanged(WaitingTransaction.of(news.record("value")));
        case "waiting" -> listener.waitingTransactionsChanged(
            Countersign.list(value, WaitingTransaction::of));
        case "connectivity" -> listener.connectivityChanged(Boolean.TRUE.equals(value));
        case "softLock" -> {
          Fields lock = news.record("value");
          listener.softLockChanged(lock.text("account"), LockPhase.of(lock.record("phase")));
        }
        case "followingEnded" -> {
          Fields error = news.record("value");
          listener.followingEnded(
              new CountersignException(error.text("code"), error.text("sentence")));
        }
        default -> { }
      }
    });
  }

  /** Lets go of what is open. */
  void close() {
    unlocked.clear();
    calls.closeAll(WORKERS);
  }
}
