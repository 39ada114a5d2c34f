package dev.countersign.checks;

import dev.countersign.Countersign;
import dev.countersign.Setup;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Enrols by a link. */
final class Smoke {
  private Smoke() {}

  public static void main(String[] arguments) throws Exception {
    Person person = new Person();
    Executor executor = Executors.newSingleThreadExecutor(task -> {
      Thread thread = new Thread(task, "app");
      thread.setDaemon(true);
      return thread;
    });
    Setup setup = new Setup(arguments[0], "localhost", arguments[1], "A JVM", List.of("en"),
        new MemoryVault(), new HttpTransport(), new MemoryKeys(), person, person, executor, person,
        List.of());
    try (Countersign countersign = Countersign.open(setup)) {
      System.out.println(countersign.startEnrol(arguments[2]).join());
      System.out.println(person.next());
    }
  }
}
