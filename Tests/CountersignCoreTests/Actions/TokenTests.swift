import CountersignCore
import CountersignTesting
import Crypto
import Testing
import WebAuthnModel
import WireModel

@Suite("Verification tokens")
struct TokenTests {
  @Test("a token is good for its own session only")
  func session() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let token = try await token(harness, session, key)
    let other = try await harness.signUp()
    #expect(other.accountID == session.accountID)
    #expect(try await refusal(harness, token, other) == .verificationFailed)
    #expect(try await refusal(harness, token, session) == nil)
  }

  @Test("a token expires after 300 seconds")
  func expiry() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let token = try await token(harness, session, key)
    harness.clock.advance(seconds: 300)
    try await harness.keepAlive(session)
    #expect(try await refusal(harness, token, session) == .tokenExpired)
  }

  // Holds: RTS-4.2, keys
  @Test("a token with any part changed, unsigned, or of another kind is refused")
  func forgeries() async throws {
    let keyring = Keyring.generated()
    let harness = try await ServiceHarness(keyring: keyring)
    let session = try await harness.signUp()
    let key = try await harness.registerKey(session)
    let honest = try await token(harness, session, key).exposed
    let parts = honest.split(separator: ".").map(String.init)
    let header = try #require(Base64URL.decode(parts[0]))
    let claims = try #require(Base64URL.decode(parts[1]))
    let unsigned = Base64URL.encode(
      Array(#"{"alg":"none","typ":"countersign-verification+jwt"}"#.utf8))
    var forgeries = [
      "", "a.b.c", honest + "x", String(honest.dropLast()), "\(unsigned).\(parts[1]).",
      "\(parts[0]).\(parts[1]).\(parts[2].reversed())",
    ]
    for index in claims.indices {
      var changed = claims
      changed[index] ^= 1
      forgeries.append("\(parts[0]).\(Base64URL.encode(changed)).\(parts[2])")
    }
    for (name, value) in [("typ", "JWT"), ("typ", "countersign-receipt+jwt")] {
      forgeries.append(try await sign(claims, header, [name: value], with: keyring))
    }
    for forgery in forgeries {
      let refused = try await refusal(harness, SecretText(forgery), session)
      #expect(refused == .verificationFailed, "\(forgery)")
    }
    // The re-signing itself is right: with nothing changed its token acts.
    let resigned = try await sign(claims, header, [:], with: keyring)
    #expect(try await refusal(harness, SecretText(resigned), session) == nil)
  }

  private func token(
    _ harness: ServiceHarness, _ session: AuthenticatedSession, _ key: TestAuthenticator
  ) async throws -> SecretText {
    let assertion = try await harness.unlinkedAssertion(key, session)
    return try await harness.service.proofs.verify(assertion, session: session).get()
      .verificationToken
  }

  private func refusal(
    _ harness: ServiceHarness, _ token: SecretText, _ session: AuthenticatedSession
  ) async throws -> Reason? {
    try await harness.refusal(
      SendMoneyRequest(payload: .sample, proof: .verificationToken(token)), session)
  }

  /// Signs claims with the server's own key, under a header of the test's.
  private func sign(
    _ claims: [UInt8], _ header: [UInt8], _ changes: [String: String], with keyring: Keyring
  ) async throws -> String {
    guard case .object(var fields) = try JSONValue(parsing: header),
      case .object(let purposes) = try JSONValue(parsing: keyring.serialized()),
      case .array(let keys)? = purposes["verificationToken"], case .object(let key)? = keys.first,
      case .string(let text)? = key["key"], let secret = Base64URL.decode(text)
    else { throw HarnessError.noCode }
    for (name, value) in changes { fields[name] = .string(value) }
    let signed =
      Base64URL.encode(JSONValue.object(fields).serialized()) + "." + Base64URL.encode(claims)
    let code = HMAC<SHA256>.authenticationCode(
      for: Array(signed.utf8), using: SymmetricKey(data: secret))
    return signed + "." + Base64URL.encode(Array(code))
  }
}
