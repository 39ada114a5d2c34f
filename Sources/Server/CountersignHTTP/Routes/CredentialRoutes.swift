import CountersignCore
import HTTPTypes
import WebAuthnModel
import WireModel

extension RouteHandler {
  /// Credentials: registered, listed, revoked.
  static let credentialRoutes = [
    RouteHandler(.registrationOptions, takesBody: true) { call in
      try .json(
        try await call.service.credentials.registrationOptions(
          call.read(), session: try call.session))
    },
    RouteHandler(.registerCredential, takesBody: true) { call in
      try .json(
        try await call.service.credentials.register(call.read(), session: try call.session),
        status: .created)
    },
    RouteHandler(.credentials) { call in
      .json(try await call.service.credentials.list(try call.session))
    },
    RouteHandler(.revokeCredential, takesBody: true) { call in
      let selection = CredentialSelection.one(try credential("id", try call.parameter("id")))
      let change = try await call.service.credentials.revoke(
        selection, call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .noContent.marked(isReplayed: change.isReplayed)
    },
    RouteHandler(.nameCredential, takesBody: true) { call in
      try await call.service.credentials.name(
        try credential("id", try call.parameter("id")), call.read(), session: try call.session
      ).get()
      return .noContent
    },
    RouteHandler(.revokeCredentials, query: ["which", "keep"], takesBody: true) { call in
      let change = try await call.service.credentials.revoke(
        try call.selection(of: "credential", credential), call.read(),
        idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .json(change.answer).marked(isReplayed: change.isReplayed)
    },
  ]

  private static func credential(_ name: String, _ text: String) throws -> CredentialID {
    guard let bytes = Base64URL.decode(text), (1...1023).contains(bytes.count) else {
      throw Refusal(.malformed, "\(name): must be a credential's id in base64url")
    }
    return CredentialID(bytes)
  }
}
