package dev.countersign;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Runs tasks one after the other, on another executor's threads. */
final class InOrder implements Executor {
  private final Executor threads;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean isRunning;

  InOrder(Executor threads) {
    this.threads = threads;
  }

  @Override
  public synchronized void execute(Runnable task) {
    waiting.add(task);
    if (!isRunning) {
      isRunning = true;
      threads.execute(this::run);
    }
  }

  private void run() {
    for (Runnable task = next(); task != null; task = next()) {
      task.run();
    }
  }

  private synchronized @Nullable Runnable next() {
    Runnable task = waiting.poll();
    isRunning = task != null;
    return task;
  }
}
