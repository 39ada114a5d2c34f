package dev.countersign.checks;

import dev.countersign.Countersign;
import dev.countersign.CountersignException;
import dev.countersign.Flow;
import dev.countersign.Inside;
import dev.countersign.Scenario;
import dev.countersign.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** The boundary by itself, without a server: run it with {@code -Xcheck:jni}. */
final class BoundaryChecks {
  static final String ORIGIN =
      "android:apk-key-hash:ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0";
  private static final int STARTS = 1000;
  private static final int ROUNDS_OF_FUZZ = 3000;
  private static final long MOST_GROWTH_KIB = 32 * 1024;

  private static int passed;
  private static int failed;

  private BoundaryChecks() {}

  /** The app's one thread: what the JVM needs for many would pass for a leak. */
  static final Executor APP = Executors.newSingleThreadExecutor(task -> {
    Thread thread = new Thread(task, "app");
    thread.setDaemon(true);
    return thread;
  });

  private static final HttpTransport TRANSPORT = new HttpTransport();

  static Setup setup(String server, String relyingParty, MemoryVault vault, Person person) {
    return setup(server, relyingParty, vault, person, List.of());
  }

  static Setup setup(String server, String relyingParty, MemoryVault vault, Person person,
      List<Scenario> scenarios) {
    return new Setup(server, relyingParty, ORIGIN, "A JVM", List.of("en"), vault,
        TRANSPORT, new MemoryKeys(), person, person, APP, person, scenarios, person.clock);
  }

  private static Setup unreachable(MemoryVault vault, Person person) {
    return setup("http://localhost:9", "localhost", vault, person);
  }

  public static void main(String[] arguments) throws Exception {
    String signals = status("SigCgt:");
    check("bad input is told", BoundaryChecks::badInput);
    check("signal handlers are those of the JVM", () -> signals.equals(status("SigCgt:")));
    check("a closed one says so", BoundaryChecks::closed);
    check("seams that throw end as that seam's error", BoundaryChecks::throwingSeams);
    check("a second answer is dropped", BoundaryChecks::answersTwice);
    check("callbacks come on the app's executor", BoundaryChecks::onExecutor);
    check("many threads at once", BoundaryChecks::manyThreads);
    check("any bytes", BoundaryChecks::fuzz);
    check("a thousand starts and ends leak nothing", BoundaryChecks::leaks);
    System.out.println(passed + " passed, " + failed + " failed");
    System.exit(failed == 0 ? 0 : 1);
  }

  private static void check(String name, Callable<Boolean> holds) {
    boolean isRight;
    try {
      isRight = holds.call();
    } catch (Exception | Error problem) {
      problem.printStackTrace();
      isRight = false;
    }
    if (isRight) {
      passed++;
    } else {
      failed++;
      System.err.println("failed: " + name);
    }
  }

  /** The code with which a call fails; "none" where it does not. */
  static String code(Callable<? extends CompletableFuture<?>> call) throws Exception {
    try {
      call.call().join();
      return "none";
    } catch (CompletionException problem) {
      return problem.getCause() instanceof CountersignException told && told.getMessage() != null
          ? told.code() : String.valueOf(problem.getCause());
    } catch (CountersignException told) {
      return told.code();
    }
  }

  private static boolean badInput() throws Exception {
    Person person = new Person();
    String huge = "x".repeat(3 << 20);
    String half = "a\uD800b";
    List<String> codes = new ArrayList<>();
    for (String server : List.of("ftp://x", "http://example.com", half, huge)) {
      codes.add(code(() -> {
        try {
          Countersign.open(setup(server, "localhost", new MemoryVault(), person)).close();
        } catch (IllegalArgumentException told) {
          throw new CountersignException("argument", String.valueOf(told.getMessage()));
        }
        return CompletableFuture.completedFuture(null);
      }));
    }
    try (Countersign countersign = Countersign.open(unreachable(new MemoryVault(), person))) {
      codes.add(code(() -> countersign.flows().startEnrol(null)));
      codes.add(code(() -> countersign.flows().startEnrol("no link")));
      codes.add(code(() -> countersign.flows().startEnrol(half)));
      codes.add(code(() -> countersign.flows().startEnrol(huge)));
      codes.add(code(() -> countersign.flows().inputPin(half)));
      codes.add(code(() -> countersign.context().process("X", Map.of("a", 1.5))));
      codes.add(code(() -> countersign.context().process("X", deep(40))));
      codes.add(code(() -> countersign.handovers().handover(half, null)));
      boolean areTold = codes.stream().allMatch("argument"::equals);
      boolean isState = code(countersign.flows()::confirmTransaction).equals("no_flow")
          && code(() -> countersign.flows().inputPin("12")).equals("no_flow");
      if (!areTold || !isState) {
        System.err.println(codes);
      }
      return areTold && isState;
    }
  }

  private static Map<String, Object> deep(int levels) {
    Map<String, Object> value = Map.of("end", true);
    for (int level = 0; level < levels; level++) {
      value = Map.of("a", value);
    }
    return value;
  }

  private static boolean closed() throws Exception {
    Countersign countersign = Countersign.open(unreachable(new MemoryVault(), new Person()));
    countersign.close();
    countersign.close();
    return code(countersign::accounts).equals("closed")
        && code(() -> countersign.softLock("a").submit("1234")).equals("closed");
  }

  private static boolean throwingSeams() throws Exception {
    Person person = new Person();
    MemoryVault vault = new MemoryVault();
    try (Countersign countersign = Countersign.open(unreachable(vault, person))) {
      vault.isBroken = true;
      boolean isVault = code(countersign::accounts).equals("vault_failed");
      vault.isBroken = false;
      person.clock.isBroken = true;
      boolean isClock = code(countersign::accounts).equals("clock_failed");
      person.clock.isBroken = false;
      countersign.flows().startEnrol("lnk_uebllvHkK6jhFn1BDUUHRg").join();
      Flow ended = person.next();
      return isVault && isClock && ended.error() != null && ended.error().kind().equals("network");
    }
  }

  /** The person answers each prompt twice. */
  private static boolean answersTwice() throws Exception {
    Person person = new Person();
    try (Countersign countersign = Countersign.open(unreachable(new MemoryVault(), person))) {
      var lock = countersign.softLock("ada");
      lock.appAppeared().join();
      lock.loggedOut().join();
      return lock.appPinState().join() != null;
    }
  }

  private static boolean onExecutor() throws Exception {
    Person person = new Person();
    try (Countersign countersign = Countersign.open(unreachable(new MemoryVault(), person))) {
      String thread = countersign.accounts().thenApply(
          accounts -> Thread.currentThread().getName()).join();
      countersign.flows().startLogin(null).join();
      person.next();
      return (thread.equals("app") || thread.equals("main"))
          && person.threads.stream().allMatch("app"::equals);
    }
  }

  private static boolean manyThreads() throws Exception {
    Person person = new Person();
    try (Countersign countersign = Countersign.open(unreachable(new MemoryVault(), person))) {
      List<Thread> threads = new ArrayList<>();
      List<String> problems = new java.util.concurrent.CopyOnWriteArrayList<>();
      for (int number = 0; number < 32; number++) {
        Thread thread = new Thread(() -> {
          for (int call = 0; call < 50; call++) {
            try {
              countersign.accounts().join();
              countersign.flows().startLogin(null).exceptionally(already -> null).join();
              countersign.flows().cancel().join();
            } catch (RuntimeException problem) {
              problems.add(problem.toString());
            }
          }
        });
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      problems.forEach(System.err::println);
      return problems.isEmpty();
    }
  }

  private static boolean fuzz() throws Exception {
    Random random = new Random(23);
    boolean isNullTold = false;
    try {
      Inside.call(0, 0, null, 0);
    } catch (NullPointerException told) {
      isNullTold = String.valueOf(told.getMessage()).contains("give");
    }
    boolean isHugeTold = false;
    try {
      Inside.call(0, 0, new byte[(2 << 20) + 1], 0);
    } catch (IllegalArgumentException told) {
      isHugeTold = true;
    }
    for (int round = 0; round < ROUNDS_OF_FUZZ; round++) {
      byte[] bytes = new byte[random.nextInt(64)];
      random.nextBytes(bytes);
      for (int index = 0; index < bytes.length; index++) {
        // Mostly tags and small counts, so that some of it is read far.
        bytes[index] = random.nextInt(4) == 0 ? bytes[index] : (byte) (bytes[index] & 7);
      }
      Inside.call(random.nextLong(), random.nextInt(60) - 10, bytes, -1);
      Inside.answer(random.nextLong(), bytes);
    }
    byte[] nested = new byte[1 << 20];
    for (int index = 0; index + 5 <= nested.length; index += 5) {
      nested[index] = 6;
      nested[index + 4] = 1;
    }
    Inside.call(0, 0, nested, -1);
    return isNullTold && isHugeTold && isSettled();
  }

  private static boolean leaks() throws Exception {
    for (int warm = 0; warm < 200; warm++) {
      startAndEnd();
    }
    System.gc();
    long before = residentKib();
    for (int count = 0; count < STARTS; count++) {
      startAndEnd();
    }
    System.gc();
    boolean isSettled = isSettled();
    long growth = residentKib() - before;
    System.err.println("grown by " + growth + " KiB, held " + Arrays.toString(Inside.held()));
    return isSettled && growth < MOST_GROWTH_KIB;
  }

  private static void startAndEnd() throws Exception {
    Person person = new Person();
    try (Countersign countersign = Countersign.open(unreachable(new MemoryVault(), person))) {
      countersign.flows().startLogin(null).join();
      person.next();
    }
  }

  /** Waits until nothing is held on either side. */
  private static boolean isSettled() throws InterruptedException {
    for (int tries = 0; tries < 200; tries++) {
      long[] held = Inside.held();
      if (Arrays.stream(held, 0, held.length - 1).allMatch(count -> count == 0)) {
        return true;
      }
      Thread.sleep(50);
    }
    System.err.println("held: " + Arrays.toString(Inside.held()));
    return false;
  }

  private static long residentKib() throws IOException {
    return Long.parseLong(status("VmRSS:").replaceAll("\\D", ""));
  }

  private static String status(String name) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith(name)).findFirst().orElse("");
  }
}
