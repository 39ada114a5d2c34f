import ArgumentParser
import CountersignTesting
import WebAuthnModel

@testable import WebAuthnCommands

/// A browser's answers, and the options with which they verify.
struct Ceremony {
  let challenge = Challenge(Array("test challenge".utf8))
  var authenticator: TestAuthenticator

  static let origin = "https://example.com"

  init(_ algorithm: COSEAlgorithm = .es256) throws {
    guard let origin = Origin(Self.origin) else { throw HarnessError.unusableOrigin }
    authenticator = try TestAuthenticator(
      algorithm: algorithm, relyingPartyID: RelyingPartyID("example.com"), origin: origin)
  }

  /// The options that fit, some of them replaced.
  func options(
    challenge: String? = nil, origin: String = Ceremony.origin, rpID: String = "example.com"
  ) -> [String] {
    [
      "--challenge", challenge ?? self.challenge.base64URL, "--origin", origin, "--rp-id", rpID,
    ]
  }

  var publicKey: String { Base64URL.encode(authenticator.key.publicKey.serialized()) }

  func registration(_ changes: CeremonyChanges = CeremonyChanges()) throws -> [UInt8] {
    try authenticator.register(challenge: challenge, user: UserHandle([1]), changes: changes)
      .json.serialized()
  }

  func assertion(_ changes: CeremonyChanges = CeremonyChanges()) throws -> [UInt8] {
    try authenticator.assert(challenge: challenge, changes: changes).json.serialized()
  }

  func verifyRegistration(_ input: [UInt8], _ options: [String]) throws -> JSONObject {
    try VerifyRegistrationCommand.parse(options).check(input)
  }

  func verifyAssertion(_ input: [UInt8], _ options: [String]) throws -> JSONObject {
    try VerifyAssertionCommand.parse(options).check(input)
  }
}
