import RelyingParty
import Testing
import WebAuthnModel

@Suite("published vectors of WebAuthn Level 3, section 16")
struct PublishedVectorTests {
  private let user = UserHandle([1])

  private func policy(topOrigin: String? = nil) throws -> CeremonyPolicy {
    var policy = CeremonyPolicy(
      relyingPartyID: RelyingPartyID("example.org"),
      origins: [try Stage.origin("https://example.org")])
    // The vectors draw UV at random.
    policy.userVerification = .preferred
    if let topOrigin {
      policy.crossOrigin = .allow(topOrigins: [try Stage.origin(topOrigin)])
    }
    return policy
  }

  private func register(
    _ vector: PublishedVector, _ policy: CeremonyPolicy
  ) throws -> VerifiedRegistration {
    try UnverifiedRegistration(vector.registration).verified(
      challenge: vector.registrationChallenge, user: user, policy: policy)
  }

  private func assert(
    _ vector: PublishedVector, _ record: CredentialRecord, _ policy: CeremonyPolicy
  ) throws -> VerifiedAssertion {
    try UnverifiedAssertion(vector.assertion).verified(
      challenge: vector.assertionChallenge, credential: OwnedCredential(record, owner: user),
      policy: policy)
  }

  @Test(
    "registration and assertion verify",
    arguments: [
      (PublishedVector.noneES256, AttestationType.none), (.packedSelfES256, .selfSigned),
      (.longCredentialID, .none),
    ])
  func verifies(vector: PublishedVector, attestation: AttestationType) throws {
    let registration = try register(vector, policy())
    #expect(registration.attestationType == attestation)
    let assertion = try assert(vector, registration.record, policy())
    #expect(assertion.credentialID == registration.record.id)
  }

  @Test("the vector with topOrigin verifies where that page is allowed, and is refused elsewhere")
  func topOrigin() throws {
    let vector = PublishedVector.topOrigin
    let registration = try register(vector, policy(topOrigin: "https://example.com"))
    let allowed = try policy(topOrigin: "https://example.com")
    #expect(Refusal { try assert(vector, registration.record, allowed) } == nil)
    let strict = try policy()
    #expect(
      Refusal { try register(vector, strict) } == .refused("7.1.10", .crossOriginNotAllowed))
    let other = try policy(topOrigin: "https://evil.example")
    #expect(Refusal { try register(vector, other) } == .refused("7.1.11", .topOriginNotAllowed))
  }

  @Test("the vector with crossOrigin alone is refused, since no page can be checked")
  func crossOrigin() throws {
    let vector = PublishedVector.crossOrigin
    let strict = try policy()
    #expect(
      Refusal { try register(vector, strict) } == .refused("7.1.10", .crossOriginNotAllowed))
    let lenient = try policy(topOrigin: "https://example.com")
    #expect(Refusal { try register(vector, lenient) } == .refused("7.1.10", .topOriginMissing))
  }

  @Test(
    "the vectors with certificate chains are refused at registration, and their assertions verify",
    arguments: [
      PublishedVector.packedES256, .packedRS256, .packedEdDSA,
    ])
  func chains(vector: PublishedVector) throws {
    let policy = try policy()
    #expect(Refusal { try register(vector, policy) } == .refused("7.1.24", .attestationNotAllowed))
    let data = try #require(vector.authenticatorData)
    let credential = try #require(data.attestedCredentialData)
    let record = CredentialRecord(
      id: credential.credentialID, owner: user, publicKey: credential.publicKey,
      algorithm: try COSEPublicKey(cbor: credential.publicKey).algorithm, signCount: 0,
      backupEligible: data.flags.contains(.backupEligible), backedUp: false, userVerified: false,
      transports: [], origin: try Stage.origin("https://example.org"))
    #expect(Refusal { try assert(vector, record, policy) } == nil)
  }

  @Test("algorithms and formats that are not verified here are refused as such")
  func others() throws {
    let policy = try policy()
    #expect(
      Refusal { try register(.packedES384, policy) } == .refused("7.1.20", .algorithmNotAllowed))
    #expect(
      Refusal { try register(.apple, policy) } == .refused("7.1.21", .attestationFormatUnknown))
  }
}
