import CountersignClient
import WebAuthnModel
import WireModel

/// A call as HTTP carries it; what both transports share.
struct HTTPMessage {
  let method: String
  let url: String
  let headers: [(name: String, value: String)]
  let body: [UInt8]?

  init(
    _ request: WireRequest, to address: ServerAddress,
    accepting: String = "application/json, application/problem+json",
    after lastEventID: String? = nil
  ) throws(TransportError) {
    guard let target = request.target else {
      throw TransportError(.notSent, cause: "a parameter of \(request) is missing")
    }
    method = request.route.methodName
    url = address.description + target
    body = request.body?.serialized()
    var headers = [(name: "accept", value: accepting)]
    if body != nil { headers.append(("content-type", "application/json")) }
    if let authorization = request.authorization {
      headers.append(("authorization", authorization))
    }
    if let proof = request.possessionProof { headers.append(("dpop", proof)) }
    if let key = request.idempotencyKey { headers.append(("idempotency-key", key)) }
    if let secret = request.watchSecret { headers.append(("countersign-watch", secret)) }
    if let languages = request.languages.acceptLanguage {
      headers.append(("accept-language", languages))
    }
    if request.isBackground { headers.append(("x-countersign-activity", "background")) }
    if let lastEventID { headers.append(("last-event-id", lastEventID)) }
    // A line break in a value would begin another header.
    guard headers.allSatisfy({ $0.value.utf8.allSatisfy { 0x20...0x7E ~= $0 } }) else {
      throw TransportError(.notSent, cause: "a header of \(request) holds a character it must not")
    }
    self.headers = headers
  }

  /// The media types that a call for events accepts.
  static let events = "text/event-stream, application/problem+json"

  /// Makes an answer of its parts.
  ///
  /// A body that is no JSON is none.
  static func response(
    status: Int, body: [UInt8], header: (String) -> String?
  ) -> WireResponse {
    WireResponse(
      status: status, body: body.isEmpty ? nil : try? JSONValue(parsing: body),
      retryAfterSeconds: header("retry-after").flatMap { Int($0) },
      isReplayed: header("idempotent-replayed") == "true", possessionNonce: header("dpop-nonce"))
  }
}
