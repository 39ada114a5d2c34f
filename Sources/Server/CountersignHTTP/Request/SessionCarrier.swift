import CountersignCore
import HTTPTypes
import WebAuthnModel
import WireModel

/// The carrier of a session between a caller and the server.
enum SessionCarrier: Sendable {
  /// An app, which keeps the token itself and sends it as Bearer.
  case app
  /// The web page, whose browser keeps it in a cookie.
  case page(PageCookie)

  /// The token of a request, and what carried it.
  ///
  /// A cookie comes along with whatever made the browser send the request, so a write that relies
  /// on it is taken from the page's own origins only. An Authorization is sent by nobody unasked.
  static func read(
    _ fields: HTTPFields, method: HTTPRequest.Method,
    _ cookie: @autoclosure () -> PageCookie, origins: Set<Origin>
  ) throws(Refusal) -> (carrier: SessionCarrier, authorization: RequestAuthorization?) {
    if let authorization = try RequestAuthorization.read(fields) { return (.app, authorization) }
    let cookie = cookie()
    guard let token = try cookie.read(fields) else { return (.app, nil) }
    if method != .get, method != .head { try requireOwnOrigin(fields, origins) }
    return (.page(cookie), RequestAuthorization(type: .bearer, token: token))
  }

  /// Finds the carrier of a session that is about to be opened: the page asks for its cookie by a
  /// field that no other page's form can send.
  static func ofNewSession(
    _ fields: HTTPFields, _ cookie: @autoclosure () -> PageCookie, origins: Set<Origin>
  ) throws(Refusal) -> SessionCarrier {
    guard fields[.countersignPage] == "1" else { return .app }
    // Or another page could sign the person in to an account that is not theirs.
    try requireOwnOrigin(fields, origins)
    guard fields[.dpop] == nil else {
      throw Refusal(
        .malformed, "DPoP: does not go with X-Countersign-Page; a cookie is bound to no key")
    }
    return .page(cookie())
  }

  private static func requireOwnOrigin(
    _ fields: HTTPFields, _ origins: Set<Origin>
  ) throws(Refusal) {
    let sent = fields[values: .origin]
    guard sent.count == 1, origins.contains(where: { $0.text == sent[0] }) else {
      throw Refusal(
        .originNotAllowed, "a page of another origin may not do this; open this server's own page")
    }
  }
}

extension SessionCarrier {
  /// The answer to a session that was opened: the page is not shown its token.
  func answer(
    _ session: SessionAnswer, status: HTTPResponse.Status = .created
  ) -> RouteAnswer {
    guard case .page(let cookie) = self else { return .json(session, status: status) }
    var answer = RouteAnswer(
      status: status,
      body: [
        "expiresIn": .integer(session.expiresIn), "accountID": .string(session.accountID),
      ])
    answer.fields[.setCookie] = cookie.setting(session.accessToken)
    return answer
  }

  /// The fields of an answer after which there is no session any more.
  var fieldsOfEnd: HTTPFields {
    guard case .page(let cookie) = self else { return [:] }
    return [.setCookie: cookie.clearing]
  }
}

extension HTTPField.Name {
  /// Says that the web page asks, and wants its session in a cookie.
  static let countersignPage = unchecked("X-Countersign-Page")
}
