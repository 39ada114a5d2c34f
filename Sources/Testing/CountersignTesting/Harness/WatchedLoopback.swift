public import CountersignHTTP
public import Logging
import SecretSearch
import WebAuthnModel
public import WireModel

/// The real router in this process, with a watch over what passes.
public struct WatchedLoopback: Sendable {
  private let loopback: LoopbackTransport
  private let watch: SecretWatch

  /// A transport to a harness.
  ///
  /// - Parameters:
  ///   - harness: Its service.
  ///   - settings: The server's settings.
  ///   - logger: Where the server logs; nil for the watch.
  public init(
    _ harness: ServiceHarness, settings: ServerSettings = ServerSettings(), logger: Logger? = nil
  ) {
    watch = harness.watch
    loopback = LoopbackTransport(
      harness.service, settings: settings, logger: logger ?? harness.logger)
  }

  /// Sends a typed request.
  ///
  /// - Throws: Where it cannot be sent.
  public func send(_ request: WireRequest) async throws -> WireResponse {
    watch.note(secretsOf: request)
    let response = try await loopback.send(request)
    watch.keep(status: response.status, response.body)
    return response
  }

  /// Sends a request as its bytes would say it.
  ///
  /// - Throws: Where it cannot be sent.
  public func send(_ request: RawRequest) async throws -> RawResponse {
    guard watch.isOn else { return try await loopback.send(request) }
    for field in request.fields { watch.note(field: field.name, field.value) }
    if let body = request.body, let value = try? JSONValue(parsing: body) {
      watch.note(secretsOf: value)
    }
    let response = try await loopback.send(request)
    for field in response.fields { watch.note(field: field.name, field.value) }
    watch.keep(status: response.status, try? JSONValue(parsing: response.body))
    return response
  }

  /// Sends a typed request whose answer is a stream of events.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - lastEventID: The id of the newest event that the caller has; nil for none.
  /// - Returns: The answer, its body still to come.
  /// - Throws: Where it cannot be sent.
  public func stream(
    _ request: WireRequest, after lastEventID: String? = nil
  ) async throws -> StreamedResponse {
    watch.note(secretsOf: request)
    return try await loopback.stream(request, after: lastEventID)
  }
}
