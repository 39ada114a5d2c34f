public import CountersignClient
public import SecretSearch
public import WireModel

/// An app's transport, with a watch over what passes.
public struct WatchedTransport: Transport {
  private let transport: any Transport
  private let watch: SecretWatch

  /// Another transport, watched.
  public init(_ transport: any Transport, _ watch: SecretWatch) {
    self.transport = transport
    self.watch = watch
  }

  /// Sends a request.
  ///
  /// - Throws: Where there is no answer.
  public func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    watch.note(secretsOf: request)
    let response = try await transport.send(request)
    watch.keep(status: response.status, response.body)
    return response
  }

  /// Opens a stream of events.
  ///
  /// - Throws: Where there is no answer.
  public func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    watch.note(secretsOf: request)
    return try await transport.events(request, after: lastEventID)
  }
}
