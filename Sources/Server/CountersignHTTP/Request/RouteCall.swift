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
  /// Finds the path in front of the routes, which few of them ask.
  let prefix: @Sendable () -> PathPrefix
  /// What carries the caller's session, or the one that is about to be opened.
  let carrier: SessionCarrier
  let parameters: [String: String]
  let query: [String: String]
  let idempotencyKeyText: String?
  /// What the caller's browser says of the page's origin; nil for an app.
  let origin: String?
  /// The languages that the caller asks for.
  let languages: PreferredLanguages
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

extension RouteCall {
  /// Which of several things the query selects (`which`, and `keep` for the one that stays).
  func selection<ID>(
    of kind: String, _ id: (_ name: String, _ text: String) throws -> ID
  ) throws -> RevocationSelection<ID> {
    switch (query["which"], query["keep"]) {
    case ("all", nil): return .all
    case ("others", .some(let kept)): return .others(keeping: try id("keep", kept))
    case ("others", nil):
      throw Refusal(.malformed, "keep: is missing; it names the \(kind) that stays")
    case ("all", .some): throw Refusal(.malformed, "keep: goes with which=others only")
    default: throw Refusal(.malformed, "which: must be others or all")
    }
  }
}
