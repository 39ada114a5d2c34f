import CountersignCore
import Logging
import ServiceLifecycle

/// What a server does beside answering: it runs the jobs of the outbox, and clears away what is
/// over.
struct BackgroundWork: ServiceLifecycle.Service {
  /// The service, once the server listens; or why there is none.
  let started: AsyncStream<Result<CountersignCore.Service, any Error>>
  let notifier: any Notifier
  /// Who tells the host; nil where there is none.
  let courier: (any HostCourier)?
  let logger: Logger

  func run() async throws {
    try await cancelWhenGracefulShutdown {
      guard let service = try await started.first(where: { _ in true })?.get() else { return }
      await withTaskGroup { tasks in
        tasks.addTask {
          await service.outbox(notifier: notifier, courier: courier, log: outboxLog).run()
        }
        tasks.addTask { await prune(service) }
        await tasks.waitForAll()
      }
    }
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

  private func prune(_ service: CountersignCore.Service) async {
    while (try? await Task.sleep(for: .seconds(600))) != nil {
      do {
        try await service.prune()
      } catch {
        logger.error("pruning failed", metadata: ["error": "\(error)"])
      }
    }
  }
}
