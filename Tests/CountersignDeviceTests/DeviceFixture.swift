import CountersignClient
import CountersignDevice
import Crypto
import WebAuthnModel
import WireModel

/// A software authenticator with what it is asked about.
struct DeviceFixture {
  static let relyingPartyID = RelyingPartyID("pay.example.com")
  static let transaction = TopUpTransaction(
    amount: 500, currency: "NGN", payee: "MTN airtime", productCode: "AIRTIME_MTN",
    recipientPhone: "08012345678", supplierSlug: "mtn", useCashback: false)

  let origin: Origin
  let presence: ScriptedPresence
  let authenticator: SoftwareAuthenticator

  init(
    origin text: String = "https://pay.example.com", vault: any Vault,
    presence: ScriptedPresence = ScriptedPresence()
  ) throws {
    guard let origin = Origin(text) else { throw AuthenticatorError.failed }
    self.origin = origin
    self.presence = presence
    authenticator = SoftwareAuthenticator(
      vault: vault, account: "acct_1", origin: origin, presence: presence)
  }

  static let user = UserEntity(
    id: UserHandle([1, 2, 3]), name: "ada@example.com", displayName: "Ada")

  static func creation(
    attestation: AttestationConveyance = .none, exclude: [CredentialID] = [],
    algorithms: [COSEAlgorithm] = COSEAlgorithm.allCases
  ) -> CredentialCreationOptions {
    CredentialCreationOptions(
      relyingParty: RelyingPartyEntity(id: relyingPartyID, name: "Pay"), user: user,
      challenge: Challenge([UInt8](repeating: 5, count: 32)), algorithms: algorithms,
      excludeCredentials: exclude.map { CredentialDescriptor(id: $0, transports: []) },
      attestation: attestation)
  }

  /// A challenge as a server links it to a scenario and a transaction.
  static func challenge(
    scenario: ScenarioName = .topUp, nonce: [UInt8] = [UInt8](repeating: 7, count: 16),
    canonicalTransaction: [UInt8]
  ) -> Challenge {
    let binding = Array(
      SHA256.hash(
        data: ChallengeLayout.bindingInput(
          scenario: scenario, nonce: nonce, canonicalTransaction: canonicalTransaction)))
    let signed = ChallengeLayout.signedBytes(
      keyID: 0, issuedAtMilliseconds: 1_000, nonce: nonce, binding: binding)
    return Challenge(signed + [UInt8](repeating: 3, count: 32))
  }

  static func request(
    _ credentials: [CredentialID], challenge: Challenge, subject: SigningRequest.Subject,
    relyingPartyID: RelyingPartyID = relyingPartyID
  ) -> SigningRequest {
    SigningRequest(
      CredentialRequestOptions(
        challenge: challenge, relyingPartyID: relyingPartyID,
        allowCredentials: credentials.map { CredentialDescriptor(id: $0, transports: []) }),
      subject: subject)
  }
}

/// A user who answers as it is written down.
actor ScriptedPresence: UserPresence {
  nonisolated var readiness: AuthenticatorReadiness { .ready }

  private var error: AuthenticatorError?
  private(set) var questions: [PresenceQuestion] = []

  init(_ error: AuthenticatorError? = nil) { self.error = error }

  func answer(_ error: AuthenticatorError?) { self.error = error }

  func verify(_ question: PresenceQuestion) throws(AuthenticatorError) {
    questions.append(question)
    if let error { throw error }
  }
}
