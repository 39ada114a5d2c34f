import CountersignCore
import WebAuthnModel
import WireModel

/// A request as a route's handler sees it: its session judged, its body parsed, no HTTP left.
struct RouteCall: Sendable {
  let service: Service
  let caller: AuthenticatedSession?
  /// The host's backend that calls; every route whose access is `service` has it by now.
  let serviceKey: AuthenticatedServiceKey?
  /// Finds where the request came from, which few routes ask.
  let network: @Sendable () -> RequesterNetwork
  /// What carries the caller's session, or the one that is about to be opened.
  let carrier: SessionCarrier
  let parameters: [String: String]
  let query: [String: String]
  let idempotencyKeyText: String?
  /// What the caller's browser says of the page's origin; nil for an app.
  let origin: String?
  /// The id of the newest event that the caller has of a stream.
  let lastEventID: String?
  /// What the maker of a link watches, collects and ends it with.
  let watchSecret: SecretText?
  let body: JSONValue

  /// The session; every route whose access is `session` has one by now.
  var session: AuthenticatedSession {
    get throws {
      guard let caller else { throw Refusal.noSession }
      return caller
    }
  }

  /// The host's backend that calls.
  var host: AuthenticatedServiceKey {
    get throws {
      guard let serviceKey else { throw Refusal.noServiceKey }
      return serviceKey
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
