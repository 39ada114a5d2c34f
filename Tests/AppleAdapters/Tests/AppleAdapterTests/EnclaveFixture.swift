import CountersignClient
import CountersignDevice
import RelyingParty
import StandInPhone
import WebAuthnModel
import WireModel

/// An app on the test's phone: its vault in the Keychain, its keys in the Secure Enclave.
struct EnclaveFixture {
  let origin: Origin
  let vault = KeychainVault(service: "com.example.pay")
  let authenticator: SecureEnclaveAuthenticator

  init(origin text: String = "ios:bundle-id:com.example.pay") throws {
    guard let origin = Origin(text) else { throw AuthenticatorError.failed }
    self.origin = origin
    authenticator = SecureEnclaveAuthenticator(vault: vault, account: "acct_1", origin: origin)
  }

  /// Signs the fixture's transaction.
  func sign(_ id: CredentialID) async throws -> AssertionResponse {
    try await authenticator.sign(Self.request(id))
  }

  static func request(_ id: CredentialID) -> SigningRequest {
    DeviceFixture.request([id], challenge: challenge())
  }

  static func challenge() -> Challenge { DeviceFixture.challenge() }

  /// What the relying party makes of a registration.
  func verified(
    _ response: RegistrationResponse, _ options: CredentialCreationOptions
  ) throws -> CredentialRecord {
    try UnverifiedRegistration(RegistrationResponse(json: response.json)).verified(
      challenge: options.challenge, user: DeviceFixture.user.id, policy: policy
    ).record
  }

  /// What the relying party makes of an assertion over the fixture's transaction.
  func verified(
    _ response: AssertionResponse, _ record: CredentialRecord
  ) throws -> VerifiedAssertion {
    try UnverifiedAssertion(AssertionResponse(json: response.json)).verified(
      challenge: Self.challenge(),
      credential: OwnedCredential(record, owner: DeviceFixture.user.id), policy: policy)
  }

  private var policy: CeremonyPolicy {
    CeremonyPolicy(relyingPartyID: DeviceFixture.relyingPartyID, origins: [origin])
  }
}

extension Phone {
  /// Refuses the next questions so.
  func refuse(_ codes: Int...) {
    with { $0.answers = codes.map { PhoneState.Answer.refused($0) } }
  }
}
