import CountersignService
import HTTPTypes
import WebAuthnModel
import WireModel

extension RouteHandler {
  /// Credentials: registered, listed, revoked.
  static let credentialRoutes = [
    RouteHandler(.registrationOptions, takesBody: true) { call in
      try .json(
        try await call.service.registrationOptions(call.read(), session: try call.session))
    },
    RouteHandler(.registerCredential, takesBody: true) { call in
      try .json(
        try await call.service.registerCredential(call.read(), session: try call.session),
        status: .created)
    },
    RouteHandler(.credentials) { call in
      .json(try await call.service.listCredentials(try call.session))
    },
    RouteHandler(.revokeCredential, takesBody: true) { call in
      let selection = CredentialSelection.one(try credential("id", try call.parameter("id")))
      _ = try await call.service.revokeCredentials(
        selection, call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .noContent
    },
    RouteHandler(.revokeCredentials, query: ["which", "keep"], takesBody: true) { call in
      try .json(
        try await call.service.revokeCredentials(
          try selection(call.query), call.read(), idempotencyKey: try call.idempotencyKey,
          session: try call.session))
    },
  ]

  private static func selection(_ query: [String: String]) throws -> CredentialSelection {
    switch (query["which"], query["keep"]) {
    case ("all", nil): return .all
    case ("others", .some(let kept)): return .others(keeping: try credential("keep", kept))
    case ("others", nil):
      throw Refusal(.malformed, "keep: is missing; it names the credential that stays")
    case ("all", .some): throw Refusal(.malformed, "keep: goes with which=others only")
    default: throw Refusal(.malformed, "which: must be others or all")
    }
  }

  private static func credential(_ name: String, _ text: String) throws -> CredentialID {
    guard let bytes = Base64URL.decode(text), (1...1023).contains(bytes.count) else {
      throw Refusal(.malformed, "\(name): must be a credential's id in base64url")
    }
    return CredentialID(bytes)
  }
}
