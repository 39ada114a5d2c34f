import CountersignClient
import Synchronization
import WebAuthnModel
import WireModel

/// The SDK's transport, counted, and disturbed once where it is told so.
final class DisturbedTransport: Transport {
  private let transport: any Transport
  private let disturbance = Mutex<Disturbance?>(nil)
  private let calls = Mutex(0)

  init(_ transport: any Transport) { self.transport = transport }

  /// How many calls were sent.
  var callsSent: Int { calls.withLock { $0 } }

  /// Whether nothing is to happen any more.
  var isUndisturbed: Bool { disturbance.withLock { $0 == nil } }

  func disturb(_ disturbance: Disturbance) { self.disturbance.withLock { $0 = disturbance } }

  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    calls.withLock { $0 += 1 }
    var response = try await transport.send(request)
    switch (request.route, disturbance.withLock { $0 }) {
    case (.performAction, .loseAnswer?):
      disturbance.withLock { $0 = nil }
      throw TransportError(.unknown, cause: "lost on the way")
    case (.actionOptions, .changeTransaction(let field)?):
      disturbance.withLock { $0 = nil }
      response.body = Self.changed(response.body, field)
      return response
    default: return response
    }
  }

  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    try await transport.events(request, after: lastEventID)
  }

  /// The answer with another value of a field than was asked for.
  private static func changed(_ body: JSONValue?, _ field: AskedField) -> JSONValue? {
    guard let body, var options = try? ActionOptions(json: body) else { return body }
    options.linked.document = field.changed(options.linked.document)
    return options.json
  }
}
