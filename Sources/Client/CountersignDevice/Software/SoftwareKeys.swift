import CountersignClient
import WebAuthnModel

/// Keys in software, each used after somebody else has verified the user.
struct SoftwareKeys: SigningKeys {
  let presence: any UserPresence

  var readiness: AuthenticatorReadiness { presence.readiness }

  func make(_ question: PresenceQuestion) async throws(AuthenticatorError) -> any SigningKey {
    try await presence.verify(question)
    return SoftwareKey()
  }

  func unlock(
    _ held: JSONValue, _ question: PresenceQuestion
  ) async throws(AuthenticatorError) -> any SigningKey {
    guard let key = SoftwareKey(held: held) else { throw .keyGone }
    try await presence.verify(question)
    return key
  }
}
