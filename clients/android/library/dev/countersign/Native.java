package dev.countersign;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** The boundary: three methods of the SDK, and one that it calls, which only fills a queue. */
final class Native {
  private static final int ANSWER = 0;
  private static final int QUESTION = 1;
  private static final int NEWS = 2;
  private static final int WITHDRAWN = 3;

  private static final AtomicLong NUMBERS = new AtomicLong();
  private static final Map<Long, CompletableFuture<@Nullable Object>> CALLS =
      new ConcurrentHashMap<>();
  private static final Map<Long, Seams> APPS = new ConcurrentHashMap<>();
  private static final Map<Long, Seams> ASKED = new ConcurrentHashMap<>();
  /** Reads what comes, in order: no code of an app runs on it, nor on a thread of Swift. */
  private static final ExecutorService READER = Executors.newSingleThreadExecutor(task -> {
    Thread thread = new Thread(task, "countersign-reader");
    thread.setDaemon(true);
    return thread;
  });

  static {
    String path = System.getProperty("dev.countersign.library");
    if (path == null) {
      System.loadLibrary("CountersignJNI");
    } else {
      System.load(path);
    }
  }

  private Native() {}

  static native void call(long handle, int operation, byte[] arguments, long ticket);

  static native void answer(long question, byte[] answer);

  /** Handles, questions, calls and attached threads that the SDK holds now. */
  static native long[] figures();

  /** How many calls, apps and questions this side holds now, and what apps hold for questions. */
  static long held() {
    return CALLS.size() + APPS.size() + ASKED.size()
        + APPS.values().stream().mapToLong(Seams::held).sum();
  }

  static long register(Seams seams) {
    long number = NUMBERS.incrementAndGet();
    APPS.put(number, seams);
    return number;
  }

  static void unregister(long app) {
    APPS.remove(app);
  }

  /** Has the SDK carry out a call; its answer comes on a thread of this library. */
  static CompletableFuture<@Nullable Object> ask(
      long handle, Operation operation, Map<String, ?> arguments) {
    byte[] bytes = Crossing.encoded(arguments);
    long ticket = NUMBERS.incrementAndGet();
    CompletableFuture<@Nullable Object> answer = new CompletableFuture<>();
    CALLS.put(ticket, answer);
    try {
      call(handle, operation.ordinal(), bytes, ticket);
    } catch (RuntimeException | Error problem) {
      CALLS.remove(ticket);
      throw problem;
    }
    return answer;
  }

  /** Called by the SDK, on a thread of its own. */
  @SuppressWarnings("unused")
  private static void receive(int kind, long number, byte[] bytes) {
    READER.execute(() -> {
      try {
        read(kind, number, Crossing.decoded(bytes));
      } catch (RuntimeException problem) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, problem);
      }
    });
  }

  private static void read(int kind, long number, @Nullable Object value) {
    switch (kind) {
      case ANSWER -> {
        CompletableFuture<@Nullable Object> answer = CALLS.remove(number);
        Fields fields = Fields.of(value);
        if (answer == null || fields == null) {
          return;
        }
        CountersignException error = fields.optional("error",
            told -> new CountersignException(told.text("code"), told.text("sentence")));
        if (error == null) {
          answer.complete(fields.members().get("value"));
        } else {
          answer.completeExceptionally(error);
        }
      }
      case QUESTION -> {
        Fields fields = Fields.of(value);
        Seams seams = fields == null ? null : APPS.get(fields.integer("app"));
        if (seams == null) {
          reply(number, Map.of("failure", Map.of(
              "code", "failed", "sentence", "this Countersign is closed")));
          return;
        }
        ASKED.put(number, seams);
        seams.ask(number, fields.text("seam"), fields.record("arguments"));
      }
      case NEWS -> {
        Seams seams = APPS.get(number);
        Fields fields = Fields.of(value);
        if (seams != null && fields != null) {
          seams.tell(fields);
        }
      }
      case WITHDRAWN -> {
        ASKED.remove(number);
        // Also where the app has answered, but too late: what it holds for it is let go of.
        Seams seams = value instanceof Long app ? APPS.get(app) : null;
        if (seams != null) {
          seams.withdraw(number);
        }
      }
      default -> { }
    }
  }

  /** Whether the SDK still waits for the answer to a question. */
  static boolean isAsked(long question) {
    return ASKED.containsKey(question);
  }

  /**
   * Answers a question; one that was answered, or is asked no more, is dropped.
   *
   * @return false where it was asked no more: what the answer stands for is of no use
   */
  static boolean reply(long question, Map<String, ?> reply) {
    byte[] bytes = Crossing.encoded(reply);
    boolean isAsked = ASKED.remove(question) != null;
    answer(question, bytes);
    return isAsked;
  }
}
