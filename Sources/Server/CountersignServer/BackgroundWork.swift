import CountersignCore
import Logging
import ServiceLifecycle

/// What a server does beside answering: it delivers messages, tells the host, asks suppliers again,
/// and clears away what is over.
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
          await service.deliverMessages(with: notifier) { reason in
            logger.warning("message not delivered", metadata: ["reason": "\(reason)"])
          }
        }
        tasks.addTask {
          await service.repeatSupplies { reason in
            logger.error("supply alarm", metadata: ["reason": "\(reason)"])
          }
        }
        if let courier { tasks.addTask { await deliverEvents(service, courier) } }
        tasks.addTask { await prune(service) }
        await tasks.waitForAll()
      }
    }
  }

  private func deliverEvents(
    _ service: CountersignCore.Service, _ courier: any HostCourier
  ) async {
    await service.deliverEvents(
      with: courier,
      failure: { logger.warning("event not delivered", metadata: ["reason": "\($0)"]) },
      alarm: { logger.error("event alarm", metadata: ["reason": "\($0)"]) })
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
