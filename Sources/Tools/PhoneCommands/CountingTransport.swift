import CountersignClient
import WireModel

/// A transport that counts.
actor CountingTransport: Transport {
  private let transport: any Transport
  private(set) var calls: [String] = []

  init(_ transport: any Transport) { self.transport = transport }

  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    calls.append(request.description)
    return try await transport.send(request)
  }

  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    calls.append(request.description)
    return try await transport.events(request, after: lastEventID)
  }
}
