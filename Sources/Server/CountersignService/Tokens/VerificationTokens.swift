import JWTKit
import WireModel

/// Issues verification tokens and checks them: JWTs signed with HS256, as in seed 002, since only
/// this server reads them and only its store knows whether one was spent.
struct VerificationTokens: Sendable {
  private let keys: JWTKeyCollection

  /// The media type that tells this kind of token from any other (RFC 8725, section 3.11).
  private static let type = "countersign-verification+jwt"

  init(keyring: Keyring) async {
    keys = JWTKeyCollection()
    await keys.add(hmac: HMACKey(key: keyring[.verificationToken]), digestAlgorithm: .sha256)
  }

  /// Signs the claims.
  func issue(_ claims: VerificationClaims) async throws -> SecretText {
    SecretText(try await keys.sign(claims, header: ["typ": .string(Self.type)]))
  }

  /// The claims of a token that this server signed; nil for anything else.
  func check(_ token: SecretText) async -> VerificationClaims? {
    let bytes = Array(token.exposed.utf8)
    guard bytes.count <= Self.longestToken,
      let header = try? DefaultJWTParser().parse(bytes, as: VerificationClaims.self).header,
      header.fields["typ"] == .string(Self.type), header.fields["alg"] == .string("HS256")
    else { return nil }
    return try? await keys.verify(bytes, as: VerificationClaims.self)
  }

  private static let longestToken = 4096
}
