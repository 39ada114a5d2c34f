import CountersignHTTP
import CountersignTesting
import CountersignTransport
import Foundation
import Testing

/// How a test's requests reach the server: the same bodies run both ways.
enum Wire: String, CaseIterable, CustomTestStringConvertible, Sendable {
  /// The real router, in this process.
  case loopback
  /// A connection to a port of this machine.
  case socket

  var testDescription: String { rawValue }

  /// Runs a test's body against a server.
  func run(
    _ harness: ServiceHarness, _ body: (CountingTransport) async throws -> Void
  ) async throws {
    switch self {
    case .loopback:
      let loopback = WatchedLoopback(harness, settings: Self.settings)
      try await body(CountingTransport(LoopbackClientTransport(loopback)))
    case .socket:
      try await withServer(harness) { port in
        guard let address = ServerAddress("http://localhost:\(port)") else {
          throw HarnessError.unusableOrigin
        }
        let transport = HTTPTransport(address: address)
        do {
          try await body(CountingTransport(WatchedTransport(transport, harness.watch)))
        } catch {
          await transport.shutdown()
          throw error
        }
        await transport.shutdown()
      }
    }
  }

  /// A test does not wait for the floor; its own test does.
  static let settings: ServerSettings = {
    var settings = ServerSettings()
    settings.secretFloor = SecretFloor(.zero)
    // A machine that runs all suites at once may be slow to send; slow clients have their own test.
    settings.bodySeconds = 120
    return settings
  }()
}

/// Serves on a free port while a body runs.
func withServer(
  _ harness: ServiceHarness, settings: ServerSettings = Wire.settings,
  _ body: (Int) async throws -> Void
) async throws {
  let (ports, continuation) = AsyncStream<Int>.makeStream()
  let application = ServerApplication(
    host: "localhost", port: 0, slot: ServiceSlot(harness.service), settings: settings,
    logger: harness.logger
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
