package import WebAuthnModel

/// An authenticator that the browser takes for a real one (WebAuthn, section 11).
package struct VirtualAuthenticator: Sendable {
  package let browser: Browser
  package let id: String

  /// A fault of an authenticator's answer.
  package enum Flaw: String, CaseIterable {
    case signature = "isBogusSignature"
    case userVerification = "isBadUV"
    case userPresence = "isBadUP"
  }

  /// Says whether the person's fingerprint would be recognised.
  package func setUserVerified(_ isVerified: Bool) async throws {
    try await browser.send(
      "POST", "webauthn/authenticator/\(id)/uv", ["isUserVerified": .bool(isVerified)])
  }

  /// Has its answers be wrong in one way, or right again.
  package func setResponseOverrideBits(_ flaw: Flaw?) async throws {
    let bits = Flaw.allCases.map { ($0.rawValue, JSONValue.bool($0 == flaw)) }
    try await browser.develop(
      "WebAuthn.setResponseOverrideBits",
      .object(JSONObject([("authenticatorId", .string(id))] + bits)))
  }

  /// The keys that it holds.
  package func credentials() async throws -> [JSONValue] {
    try await browser.send("GET", "webauthn/authenticator/\(id)/credentials").elements
  }

  /// Takes its keys away.
  package func removeCredentials() async throws {
    try await browser.send("DELETE", "webauthn/authenticator/\(id)/credentials")
  }

  /// Takes it away, its keys with it.
  package func remove() async throws {
    try await browser.send("DELETE", "webauthn/authenticator/\(id)")
  }
}

extension Browser {
  /// Plugs in an authenticator as a laptop has it: built in, with passkeys and a fingerprint.
  package func addAuthenticator() async throws -> VirtualAuthenticator {
    let id = try await send(
      "POST", "webauthn/authenticator",
      [
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": true,
        "hasUserVerification": true, "isUserVerified": true, "isUserConsenting": true,
      ])
    return VirtualAuthenticator(browser: self, id: id.text ?? "")
  }
}
