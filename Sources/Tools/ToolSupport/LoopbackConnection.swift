import CountersignClient
import CountersignHTTP
import WireModel

/// The server of this process as the client's operations see one.
struct LoopbackConnection: Transport {
  private let loopback: LoopbackTransport

  init(_ loopback: LoopbackTransport) { self.loopback = loopback }

  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    do {
      return try await loopback.send(request)
    } catch {
      throw TransportError(.unknown, cause: "\(error)")
    }
  }

  // What is measured or traced in this way has no events.
  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    throw TransportError(.notSent, cause: "no events here")
  }
}
