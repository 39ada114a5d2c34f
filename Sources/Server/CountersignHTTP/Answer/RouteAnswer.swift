public import CountersignCore
public import HTTPTypes
import Hummingbird
import NIOCore
public import WebAuthnModel

/// The answer of a route's handler.
public struct RouteAnswer: Sendable {
  let status: HTTPResponse.Status
  /// The body; nil for none.
  var body: JSONValue?
  var fields: HTTPFields = [:]
  /// The stream that is the body, instead of ``body``; nil for an answer that is whole at once.
  var events: (any EventFeed)?

  /// 200, or another status, with a body.
  public static func json(
    _ body: some JSONBody, status: HTTPResponse.Status = .ok
  ) -> RouteAnswer {
    RouteAnswer(status: status, body: body.json)
  }

  /// The outcome of a decision.
  ///
  /// - Throws: The `Refusal` that the decision came to.
  public static func json<Body: JSONBody>(
    _ decision: Decision<Body>, status: HTTPResponse.Status = .ok
  ) throws -> RouteAnswer {
    .json(try decision.get(), status: status)
  }

  /// 200, and events for as long as somebody listens.
  static func events(_ decision: Decision<some EventFeed>) throws -> RouteAnswer {
    RouteAnswer(status: .ok, events: try decision.get())
  }

  /// 204, without a body.
  public static let noContent = RouteAnswer(status: .noContent)

  /// The answer, which says so where it is the first one again (`Idempotent-Replayed`).
  func marked(isReplayed: Bool) -> RouteAnswer {
    guard isReplayed else { return self }
    var answer = self
    answer.fields[.idempotentReplayed] = "true"
    return answer
  }
}

extension RouteAnswer {
  /// The answer as Hummingbird sends it.
  var response: Response {
    guard let body else { return Response(status: status, headers: fields) }
    var headers = fields
    if headers[.contentType] == nil { headers[.contentType] = "application/json" }
    return Response(
      status: status, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body.serialized())))
  }
}
