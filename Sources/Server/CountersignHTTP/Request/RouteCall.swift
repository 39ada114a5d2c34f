public import CountersignCore
public import WebAuthnModel
import WireModel

/// A request as a route's handler sees it: its session checked, its body parsed, no HTTP left.
public struct RouteCall: Sendable {
  package let service: Service
  /// The session that was given; nil where there is none, which few routes allow.
  public let caller: AuthenticatedSession?
  /// The key that the request's proof of possession is by; nil where it has none.
  let provedKey: ProvedKey?
  /// The host's backend that calls; every route whose access is `service` has it by now.
  let serviceKey: AuthenticatedServiceKey?
  /// The network of the request.
  let requester: Requester
  /// Finds the path in front of the routes, which few of them ask.
  let prefix: @Sendable () -> PathPrefix
  /// The carrier of the caller's session, or of the one that is about to be opened.
  let carrier: SessionCarrier
  let parameters: [String: String]
  /// The values of the query, by the names that the route takes.
  public let query: [String: String]
  let idempotencyKeyText: String?
  /// The browser's word on the page's origin; nil for an app.
  let origin: String?
  /// The languages that the caller asks for.
  public let languages: PreferredLanguages
  /// The id of the newest event that the caller has of a stream.
  let lastEventID: String?
  /// The secret by which the maker of a link watches, collects and ends it.
  let watchSecret: SecretText?
  let body: JSONValue

  /// The session; every route whose access is `session` has one by now.
  ///
  /// - Throws: A `Refusal` where there is none.
  public var session: AuthenticatedSession {
    get throws {
      guard let caller else { throw Refusal.noSession }
      return caller
    }
  }

  /// The host's backend that calls.
  ///
  /// - Throws: A `Refusal` where there is none.
  public var host: AuthenticatedServiceKey {
    get throws {
      guard let serviceKey else { throw Refusal.noServiceKey }
      return serviceKey
    }
  }

  /// The idempotency key, where one was sent.
  ///
  /// - Throws: A `Refusal` for one that is too long or has other characters than it may.
  public var idempotencyKey: IdempotencyKey? {
    get throws { try idempotencyKeyText.map { try IdempotencyKey($0) } }
  }

  /// The body as its type reads it.
  ///
  /// - Throws: A `Refusal` with the field and what is wrong with it.
  public func read<Body: JSONBody>(_: Body.Type = Body.self) throws -> Body {
    do {
      return try Body(json: body)
    } catch {
      throw Refusal(Proof.isCountProblem(error) ? .proofRequired : .malformed, "\(error)")
    }
  }

  /// The parts of a module, as this server has them.
  ///
  /// - Throws: A `Refusal` where this server has no such module.
  public func parts<Parts: ModuleParts>(_: Parts.Type = Parts.self) throws -> Parts {
    try service.parts()
  }

  /// Performs an action for the caller, by the one pipeline of all actions.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - request: What is asked for.
  ///   - proof: The proof.
  /// - Returns: 200 with the result, said to be a repetition where it is one; or 202 where a second
  ///   code was texted.
  /// - Throws: A `Refusal`, or `StoreError`.
  public func perform<Action: ProtectedAction>(
    _ action: Action, _ request: Action.Request, proof: Proof
  ) async throws -> RouteAnswer where Action.Result: JSONBody {
    let call = ActionCall(
      caller: .session(try session), request: request, proof: proof,
      idempotencyKey: try idempotencyKey)
    return .action(try await service.pipeline.perform(action, call).get())
  }

  /// A parameter of the path.
  ///
  /// - Throws: A `Refusal` where it is missing.
  public func parameter(_ name: String) throws -> String {
    guard let value = parameters[name], !value.isEmpty else {
      throw Refusal(.malformed, "\(name): is missing in the path")
    }
    return value
  }
}

extension RouteCall {
  /// Reads which of several things the query selects (`which`, and `keep` for the one that stays).
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
