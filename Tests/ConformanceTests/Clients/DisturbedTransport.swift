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
    switch request.route {
    case .topUp where take(.loseAnswer):
      throw TransportError(.unknown, cause: "lost on the way")
    case .linkedOptions where take(.changeTransaction):
      response.body = Self.changed(response.body)
      return response
    default: return response
    }
  }

  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    try await transport.events(request, after: lastEventID)
  }

  private func take(_ expected: Disturbance) -> Bool {
    disturbance.withLock {
      guard $0 == expected else { return false }
      $0 = nil
      return true
    }
  }

  /// The answer with another amount than was asked for.
  private static func changed(_ body: JSONValue?) -> JSONValue? {
    guard case .object(var members)? = body,
      case .object(var transaction)? = members["transaction"],
      case .integer(let amount)? = transaction["amount"]
    else { return body }
    transaction["amount"] = .integer(amount + 1)
    members["transaction"] = .object(transaction)
    return .object(members)
  }
}
