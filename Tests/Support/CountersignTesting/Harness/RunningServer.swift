public import CountersignHTTP
public import Logging

/// Serves on a free port of this machine while a body runs.
///
/// - Parameters:
///   - harness: The service.
///   - settings: How it is served.
///   - host: The address that it listens at.
///   - logger: Where it logs; nil for the harness's watch.
///   - body: What runs meanwhile, with the port.
/// - Throws: What the body throws, and where the server cannot be started.
public func withServer(
  _ harness: ServiceHarness, settings: ServerSettings = .ofTests, host: String = "localhost",
  logger: Logger? = nil, _ body: (Int) async throws -> Void
) async throws {
  let (ports, continuation) = AsyncStream<Int>.makeStream()
  let application = ServerApplication(
    host: host, port: 0, slot: ServiceSlot(harness.service), settings: settings,
    logger: logger ?? harness.logger
  ) { port in continuation.yield(port) }
  let server = Task {
    defer { continuation.finish() }
    try await application.run()
  }
  guard let port = await ports.first(where: { _ in true }) else {
    try await server.value
    throw HarnessError.unusableOrigin
  }
  do {
    try await body(port)
  } catch {
    server.cancel()
    _ = await server.result
    throw error
  }
  server.cancel()
  _ = await server.result
}

extension ServerSettings {
  /// The settings of a server that tests talk to.
  public static let ofTests: ServerSettings = {
    var settings = ServerSettings()
    // A test does not wait for the floor; its own test does.
    settings.secretFloor = SecretFloor(.zero)
    // A machine that runs all suites at once may be slow to send; slow clients have their own test.
    (settings.headSeconds, settings.bodySeconds) = (120, 120)
    return settings
  }()
}
