import CountersignService
import HTTPTypes
import WebAuthnModel

/// What a route's handler answers.
struct RouteAnswer: Sendable {
  let status: HTTPResponse.Status
  /// The body; nil for none.
  var body: JSONValue?
  var fields: HTTPFields = [:]

  /// 200, or another status, with a body.
  static func json(_ body: some JSONBody, status: HTTPResponse.Status = .ok) -> RouteAnswer {
    RouteAnswer(status: status, body: body.json)
  }

  /// The outcome of a decision, with its refusal thrown.
  static func json<Body: JSONBody>(
    _ decision: Decision<Body>, status: HTTPResponse.Status = .ok
  ) throws -> RouteAnswer {
    .json(try decision.get(), status: status)
  }

  /// 204.
  static let noContent = RouteAnswer(status: .noContent)
}
