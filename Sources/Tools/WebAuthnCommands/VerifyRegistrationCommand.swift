import ArgumentParser
import RelyingParty
import ToolSupport
import WebAuthnModel

/// `countersign webauthn verify registration`.
struct VerifyRegistrationCommand: AsyncParsableCommand {
  /// The attestation that is accepted.
  enum Attestation: String, ExpressibleByArgument, CaseIterable {
    case none
    case any
    case trusted
  }

  static let configuration = CommandConfiguration(
    commandName: "registration", abstract: "Verify a new credential (section 7.1).",
    discussion: """
      Whether the credential is registered already (step 26) only a server can tell.

      This version verifies the attestation formats none and packed (self attestation). Both \
      --attestation none and any accept these two and refuse every other.

      Example:
        countersign webauthn verify registration --challenge dGVzdCBjaGFsbGVuZ2U \
      --origin https://example.com --rp-id example.com --json < response.json
      """)

  @OptionGroup var ceremony: CeremonyOptions
  @Option(help: "Which attestation is accepted; trusted is not in this version.")
  var attestation = Attestation.none
  @Option(help: ArgumentHelp("Where trusted attestation ends, a certificate.", valueName: "file"))
  var root: String?

  func run() async throws {
    try requireKnownAttestation()
    let input = try StandardInput.read()
    try VerificationReport.show(asJSON: ceremony.json) { try check(input) }
  }

  /// Verifies the registration, and tells what it proves.
  ///
  /// - Throws: ``CeremonyRefusal`` where it is refused, ``CommandFailure`` where nothing could be
  ///   checked.
  func check(_ input: [UInt8]) throws -> JSONObject {
    try requireKnownAttestation()
    let challenge = try ceremony.issuedChallenge()
    let policy = try ceremony.policy()
    let response = try StandardInput.parse(input, as: RegistrationResponse.self)
    // The account stands in no part of a registration, so that any will do here.
    let registration = try UnverifiedRegistration(response)
      .verified(challenge: challenge, user: UserHandle([0]), policy: policy)
    let record = registration.record
    return [
      "credentialId": .string(record.id.base64URL),
      "publicKey": .string(Base64URL.encode(record.publicKey)),
      "algorithm": .string(InspectedKey.name(of: record.algorithm)),
      "signCount": .integer(Int64(record.signCount)),
      "userVerified": .bool(record.userVerified),
      "backupEligible": .bool(record.backupEligible),
      "backedUp": .bool(record.backedUp),
      "origin": .string(record.origin.text),
      "transports": .array(record.transports.map(JSONValue.string)),
      "attestationFormat": .string(registration.attestationFormat),
      "attestationType": .string(registration.attestationType.rawValue),
      "aaguid": .string(InspectedAuthenticatorData.text(ofAAGUID: registration.aaguid)),
    ]
  }

  private func requireKnownAttestation() throws {
    if attestation == .trusted {
      throw CommandFailure(
        .wrongUse, "trusted attestation is not in this version",
        hint: "leave out --attestation: formats none and packed without a chain are verified")
    }
    if root != nil {
      throw CommandFailure(
        .wrongUse, "--root is for trusted attestation, which is not in this version",
        hint: "leave out --root")
    }
  }
}
