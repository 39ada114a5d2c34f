public import WireModel

/// A transport whose calls and answers are recorded.
public struct TracingTransport: Transport {
  private let transport: any Transport
  private let recorder: TraceRecorder

  /// Records what a transport carries.
  public init(_ transport: any Transport, _ recorder: TraceRecorder) {
    self.transport = transport
    self.recorder = recorder
  }

  /// Sends one request, and records it with its answer.
  public func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    recorder.call(request.route)
    let response = try await transport.send(request)
    recorder.answer(response.status, to: request.route)
    return response
  }

  /// Opens a stream of events, which no process waits for.
  public func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    try await transport.events(request, after: lastEventID)
  }
}
