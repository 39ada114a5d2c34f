import CountersignSQLite
import Logging
import ServiceLifecycle
import UnixSignals

/// Writes into the log what the store has committed so far, each time SIGUSR1 comes.
struct StatisticsOnSignal: ServiceLifecycle.Service {
  let store: SQLiteStore
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await _ in await UnixSignalsSequence(trapping: .sigusr1) {
        let statistics = store.statistics
        let time = statistics.commitDuration.components
        let microseconds = time.seconds * 1_000_000 + time.attoseconds / 1_000_000_000_000
        let batches = statistics.commitsByBatchSize.sorted { $0.key < $1.key }
          .map { "\($0.key):\($0.value)" }.joined(separator: " ")
        logger.notice(
          "store statistics",
          metadata: [
            "commits": "\(statistics.commits)", "commands": "\(statistics.commands)",
            "commitMicroseconds": "\(microseconds)", "batches": "\(batches)",
          ])
      }
    }
  }
}
