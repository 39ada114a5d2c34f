package import CountersignClient
package import CountersignHTTP
package import WireModel

/// The server of this process as the client's operations see one.
package struct LoopbackConnection: Transport {
  private let loopback: LoopbackTransport

  package init(_ loopback: LoopbackTransport) { self.loopback = loopback }

  package func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    do {
      return try await loopback.send(request)
    } catch {
      throw TransportError(.unknown, cause: "\(error)")
    }
  }

  // What is measured or traced in this way has no events.
  package func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    throw TransportError(.notSent, cause: "no events here")
  }
}
