package import CountersignCore
import CountersignHTTP
package import CountersignPage
package import CountersignTesting
import SecretSearch
import ServiceLifecycle
import WireModel

/// A server that serves the page, and whose messages a test can read.
package protocol PageServer: Sendable {
  /// Its origin.
  var address: String { get }

  /// The newest code for a person and a purpose; nil while there is none.
  func code(to recipient: String, for purpose: String) async throws -> String?
}

/// The server within this process, on a port of this machine and with a clock that a test turns.
///
/// It does at once what a server does only after minutes, by the same rules: no limit of its policy
/// is another.
package struct ClockedServer: PageServer {
  package let address: String
  /// The service behind it, with its store and its clock.
  package let harness: ServiceHarness

  /// Serves for as long as a body runs.
  ///
  /// - Parameters:
  ///   - appOrigins: The origins of native apps that it takes, beside the page's own.
  ///   - modules: The modules whose routes and parts of the page are served.
  ///   - scenarios: The declared scenarios that it knows.
  ///   - theme: The page's name, logo and colours; nil for its own.
  ///   - lockSeconds: Seconds without a touch after which the page locks.
  ///   - change: What the test sets otherwise in the policy.
  ///   - body: What runs meanwhile.
  /// - Throws: What the body throws, and where the server does not come up.
  package static func run(
    appOrigins: [String] = [], modules: [any Module] = [], scenarios: [DeclaredScenario] = [],
    theme: PageTheme? = nil, lockSeconds: Int = 180,
    change: (inout ServicePolicy) -> Void = { _ in },
    _ body: (ClockedServer) async throws -> Void
  ) async throws {
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let watch = SecretWatch("a clocked server")
    let logger = ServiceHarness.logger(watch)
    let slot = ServiceSlot()
    var settings = ServerSettings()
    settings.additions = [.page(theme: theme, lockSeconds: lockSeconds)]
    let application = ServerApplication(
      host: "127.0.0.1", port: 0, slot: slot, settings: settings, modules: modules, logger: logger,
      onBound: { continuation.yield($0) })
    let group = ServiceGroup(services: [application], logger: logger)
    async let isOver: Void = serve(group, continuation)
    guard let port = await ports.first(where: { _ in true }) else { return try await isOver }
    let address = "http://localhost:\(port)"
    let result: Result<Void, any Error>
    do {
      let harness = try await ServiceHarness(
        originText: address, appOrigins: appOrigins, modules: modules, watch: watch,
        change: { policy in
          for scenario in scenarios { policy.add(scenario) }
          change(&policy)
        })
      slot.fill(harness.service)
      result = .success(try await body(ClockedServer(address: address, harness: harness)))
    } catch {
      result = .failure(error)
    }
    await group.triggerGracefulShutdown()
    try await isOver
    try result.get()
  }

  /// The service that it serves, for a phone in the test's hand.
  package var service: CountersignCore.Service { harness.service }

  /// Turns the clock on.
  package func turn(seconds: Int64) { harness.clock.advance(seconds: seconds) }

  package func code(to recipient: String, for purpose: String) async throws -> String? {
    await harness.deliverMessages()
    return harness.messenger.messages.last { message in
      message.recipient == recipient && message.purpose?.rawValue == purpose
    }?.code?.exposed
  }

  private static func serve(
    _ group: ServiceGroup, _ ports: AsyncStream<Int>.Continuation
  ) async throws {
    defer { ports.finish() }
    try await group.run()
  }
}
