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

  /// The settings of its server.
  static let settings = ServerSettings.ofTests
}
