import ArgumentParser
import RelyingParty
import ToolSupport
import WebAuthnModel

/// `countersign webauthn verify assertion`.
struct VerifyAssertionCommand: AsyncParsableCommand {
  /// The key's backup eligibility, as it was registered.
  enum BackupEligibility: String, ExpressibleByArgument, CaseIterable {
    case yes
    case no
  }

  static let configuration = CommandConfiguration(
    commandName: "assertion", abstract: "Verify a signature of a credential (section 7.2).",
    discussion: """
      The credential is the one that the input names: give its public key as webauthn verify \
      registration prints it. Whose it is (step 6) only a server can tell. The change of backup \
      eligibility (step 19) is checked with --backup-eligible alone.

      Example:
        countersign webauthn verify assertion --challenge dGVzdCBjaGFsbGVuZ2U \
      --origin https://example.com --rp-id example.com --public-key pQECAyYgASFYI… \
      --sign-count 7 < response.json
      """)

  @OptionGroup var ceremony: CeremonyOptions
  @Option(help: ArgumentHelp("The credential's COSE key.", valueName: "base64url"))
  var publicKey: String
  @Option(help: ArgumentHelp("The signature counter as last seen.", valueName: "n"))
  var signCount: UInt32 = 0
  @Option(help: "Whether the key could be backed up when it was registered.")
  var backupEligible: BackupEligibility?

  func run() async throws {
    let input = try StandardInput.read()
    try VerificationReport.show(asJSON: ceremony.json) { try check(input) }
  }

  /// Verifies the assertion, and tells what it proves.
  ///
  /// - Throws: ``CeremonyRefusal`` where it is refused, ``CommandFailure`` where nothing could be
  ///   checked.
  func check(_ input: [UInt8]) throws -> JSONObject {
    let challenge = try ceremony.issuedChallenge()
    let policy = try ceremony.policy()
    let key = try decodedKey()
    let response = try StandardInput.parse(input, as: AssertionResponse.self)
    let unverified = try UnverifiedAssertion(response)
    let owner = response.userHandle ?? UserHandle([0])
    let credential = try OwnedCredential(
      record(of: response, owner: owner, key: key, policy: policy), owner: owner)
    let assertion = try unverified.verified(
      challenge: challenge, credential: credential, policy: policy)
    var facts: JSONObject = [
      "credentialId": .string(assertion.credentialID.base64URL),
      "algorithm": .string(InspectedKey.name(of: key.algorithm)),
      "signCount": .integer(Int64(assertion.signCount)),
      "userVerified": .bool(assertion.userVerified),
      "backedUp": .bool(assertion.backedUp),
      "origin": .string(assertion.origin.text),
    ]
    facts["userHandle"] = response.userHandle.map { .string($0.base64URL) }
    if case .noted = assertion.signCountVerdict {
      facts["note"] = "the counter did not grow, which a key that is synced is allowed"
    }
    return facts
  }

  private func decodedKey() throws -> COSEPublicKey {
    guard let bytes = Base64URL.decode(publicKey) else {
      throw CommandFailure(.wrongUse, "--public-key is not base64url", hint: Self.keyHint)
    }
    do {
      return try COSEPublicKey(cbor: bytes)
    } catch {
      throw CommandFailure(
        .wrongUse, "--public-key is no COSE key that is used here: \(error.rawValue)",
        hint: Self.keyHint)
    }
  }

  private static let keyHint = "give the publicKey that webauthn verify registration prints"

  /// The record that a server would have: what is not given is taken from the assertion itself.
  private func record(
    of response: AssertionResponse, owner: UserHandle, key: COSEPublicKey, policy: CeremonyPolicy
  ) throws -> CredentialRecord {
    let flags = (try? AuthenticatorData(parsing: response.authenticatorData))?.flags ?? []
    let client = try? CollectedClientData(parsing: response.clientDataJSON)
    let claimed = client.flatMap { Origin($0.origin) }
    // An origin that is not expected is refused at its own step, whatever stands here.
    let expected = claimed.flatMap { policy.origins.contains($0) ? $0 : nil }
    guard let origin = expected ?? policy.origins.first else {
      throw CommandFailure(.wrongUse, "no origin is expected", hint: "give --origin")
    }
    return CredentialRecord(
      id: response.rawID, owner: owner, publicKey: key.serialized(), algorithm: key.algorithm,
      signCount: signCount,
      backupEligible: backupEligible.map { $0 == .yes } ?? flags.contains(.backupEligible),
      backedUp: flags.contains(.backedUp), userVerified: flags.contains(.userVerified),
      transports: [], origin: origin)
  }
}
