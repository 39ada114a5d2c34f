import CountersignCore
import Logging
import ServiceLifecycle

/// A server's work beside answering: it runs the jobs of the outbox, and clears away what is
/// over.
struct BackgroundWork: Sendable {
  let service: CountersignCore.Service
  let store: any Store
  let messenger: any Messenger
  /// The carrier of events to the deployment's own hosts; nil if there is none.
  let courier: (any HostCourier)?
  /// The carrier of events to hosts with addresses of their own; nil if there is none.
  let addressedCourier: (any AddressedCourier)?
  /// Seconds between two looks at the clock.
  let lookSeconds: Int64
  let logger: Logger

  /// Works until the process shuts down.
  ///
  /// - Throws: The failure of the store, once it has failed.
  func run() async throws {
    try await cancelWhenGracefulShutdown {
      try await withThrowingTaskGroup { tasks in
        tasks.addTask {
          await service.outbox(
            messenger: messenger, courier: courier, addressed: addressedCourier, log: outboxLog
          ).run()
        }
        tasks.addTask { await prune() }
        tasks.addTask { await renewSeals() }
        tasks.addTask { await watchClock() }
        if let metrics = service.metrics { tasks.addTask { await count(in: metrics) } }
        tasks.addTask { try await endWithStore() }
        // The first error ends the others, which would not end by themselves.
        for try await _ in tasks {}
      }
    }
  }

  private func endWithStore() async throws {
    guard let failure = await store.waitForFailure() else { return }
    logger.critical("the store has failed", metadata: ["error": "\(failure)"])
    throw failure
  }

  private var outboxLog: OutboxLog {
    OutboxLog(
      failure: { [logger] kind, reason in
        logger.warning("job failed", metadata: ["kind": "\(kind)", "reason": "\(reason)"])
      },
      alarm: { [logger] kind, reason in
        logger.error("job alarm", metadata: ["kind": "\(kind)", "reason": "\(reason)"])
      })
  }

  /// Looks at the clock until the task is cancelled, and says what it found: at once where it has
  /// jumped, since other nodes may go by the new time already, or the database was put back.
  private func watchClock() async {
    var lastLook = ContinuousClock.now
    while (try? await Task.sleep(for: .seconds(min(lookSeconds, 5)))) != nil {
      let isDue = ContinuousClock.now - lastLook >= .seconds(lookSeconds)
      guard isDue || service.isClockLookDue else { continue }
      await lookAtClock()
      lastLook = .now
    }
  }

  /// Looks at the clock once.
  func lookAtClock() async {
    do {
      for news in try await service.watchClock() { logger.note(news) }
    } catch {
      logger.error("the clock was not looked at", metadata: ["error": "\(error)"])
    }
  }

  /// Counts what waits and what is open until the task is cancelled.
  ///
  /// A large store takes its time: counting it takes a twentieth of a thread at most.
  private func count(in metrics: ServerMetrics) async {
    var pause = Duration.zero
    while (try? await Task.sleep(for: pause)) != nil {
      let start = ContinuousClock.now
      do {
        metrics.note(try await service.gauges())
      } catch {
        logger.error("the store was not counted", metadata: ["error": "\(error)"])
      }
      pause = max(.seconds(15), (ContinuousClock.now - start) * 20)
    }
  }

  private func prune() async {
    while (try? await Task.sleep(for: .seconds(600))) != nil {
      do {
        // A little less than the pause, so that a node alone is never out of its own turn.
        try await service.prune(turnSeconds: 590)
      } catch {
        logger.error("pruning failed", metadata: ["error": "\(error)"])
      }
    }
  }

  /// Writes rows again that stand under older keys: once, since keys are taken up at a start.
  private func renewSeals() async {
    do {
      let renewed = try await service.renewSeals()
      guard renewed > 0 else { return }
      logger.notice(
        "rows were sealed again with the newest keys", metadata: ["rows": "\(renewed)"])
    } catch {
      logger.error("rows stay under older keys", metadata: ["error": "\(error)"])
    }
  }
}

extension Logger {
  /// Says what a look at the clock has found.
  func note(_ news: ClockNews) {
    switch news {
    // The server goes on by the right clock: nobody has to act at once.
    case .apart: warning("time", metadata: ["difference": "\(news)"])
    default: error("time", metadata: ["alarm": "\(news)"])
    }
  }
}
