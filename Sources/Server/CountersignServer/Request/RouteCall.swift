import CountersignService
import WebAuthnModel
import WireModel

/// A request as a route's handler sees it: its session judged, its body parsed, no HTTP left.
struct RouteCall: Sendable {
  let service: Service
  let caller: AuthenticatedSession?
  /// Where the request came from.
  let network: RequesterNetwork
  /// What carries the caller's session, or the one that is about to be opened.
  let carrier: SessionCarrier
  let parameters: [String: String]
  let query: [String: String]
  let idempotencyKeyText: String?
  let body: JSONValue

  /// The session; every route whose access is `session` has one by now.
  var session: AuthenticatedSession {
    get throws {
      guard let caller else { throw Refusal.noSession }
      return caller
    }
  }

  /// The idempotency key, where one was sent.
  var idempotencyKey: IdempotencyKey? {
    get throws { try idempotencyKeyText.map { try IdempotencyKey($0) } }
  }

  /// The body as its type reads it; refused with the field and what is wrong with it.
  func read<Body: JSONBody>(_: Body.Type = Body.self) throws -> Body {
    do {
      return try Body(json: body)
    } catch {
      throw Refusal(Proof.isCountProblem(error) ? .proofRequired : .malformed, "\(error)")
    }
  }

  /// A parameter of the path.
  func parameter(_ name: String) throws -> String {
    guard let value = parameters[name], !value.isEmpty else {
      throw Refusal(.malformed, "\(name): is missing in the path")
    }
    return value
  }
}
