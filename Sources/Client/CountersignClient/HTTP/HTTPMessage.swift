import WebAuthnModel
package import WireModel

/// A call as HTTP carries it; what all transports share.
package struct HTTPMessage {
  /// The method.
  package let method: String
  /// The address with path and query.
  package let url: String
  /// The headers, by lowercase names.
  package let headers: [(name: String, value: String)]
  /// The body; nil for none.
  package let body: [UInt8]?

  /// A call to an address.
  package init(
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
    var headers = [
      (name: "accept", value: accepting), (name: "user-agent", value: Software.userAgent),
    ]
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
  package static let events = "text/event-stream, application/problem+json"

  /// Makes an answer of its parts.
  ///
  /// A body that is no JSON is none.
  package static func response(
    status: Int, body: [UInt8], header: (String) -> String?
  ) -> WireResponse {
    WireResponse(
      status: status, body: body.isEmpty ? nil : try? JSONValue(parsing: body),
      retryAfterSeconds: header("retry-after").flatMap { Int($0) },
      isReplayed: header("idempotent-replayed") == "true", possessionNonce: header("dpop-nonce"))
  }
}
