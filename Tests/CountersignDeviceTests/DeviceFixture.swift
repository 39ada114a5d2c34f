import CountersignClient
import CountersignDevice
import Crypto
import WebAuthnModel
import WireModel

/// A software authenticator with what it is asked about.
struct DeviceFixture {
  static let relyingPartyID = RelyingPartyID("pay.example.com")
  /// A document with each kind of field that a top-up has.
  static let document = Document(
    scenario: ScenarioName("TOP_UP"), language: .english, title: "Buy airtime",
    fields: [
      Document.Field("amount", label: "Amount", .money(Money(50_000, "NGN", exponent: 2))),
      Document.Field("payee", label: "To", .payee("MTN airtime")),
      Document.Field("recipientPhone", label: "Number", .text("08012345678")),
      Document.Field("useCashback", label: "Cashback", .flag(false)),
    ])
  /// A document that is no more than its title.
  static let management = Document(
    scenario: .manageFactors, language: .english, title: "Change how you confirm")

  /// Documents that differ from another in one word, one value or their order.
  static func changes(of document: Document) -> [(what: String, document: Document)] {
    func with(
      _ fields: [Document.Field], title: String = document.title,
      language: Language = document.language
    ) -> Document {
      Document(
        scenario: document.scenario, language: language, title: title, fields: fields)
    }
    var changes = [
      ("title", with(document.fields, title: document.title + "!")),
      ("language", with(document.fields, language: .german)),
      ("order", with(document.fields.reversed())),
    ]
    for (index, field) in document.fields.enumerated() {
      let value: Document.Value =
        switch field.value {
        case .money(let money):
          .money(Money(money.minorUnits + 1, money.currency, exponent: money.exponent))
        case .flag(let flag): .flag(!flag)
        case .payee(let text): .payee(text + "x")
        case .text(let text): .text(text + "x")
        default: .text("x")
        }
      var fields = document.fields
      fields[index] = Document.Field(field.name, label: field.label, value)
      changes.append((field.name, with(fields)))
      fields[index] = Document.Field(field.name, label: field.label + "!", field.value)
      changes.append(("label of " + field.name, with(fields)))
      fields[index] = Document.Field(field.name + "2", label: field.label, field.value)
      changes.append(("name of " + field.name, with(fields)))
      fields.remove(at: index)
      changes.append(("missing " + field.name, with(fields)))
    }
    return changes
  }

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

  /// A challenge as a server links it to a document.
  static func challenge(
    over document: Document = document,
    nonce: [UInt8] = [UInt8](repeating: 7, count: 16),
    _ change: (ChallengeLayout.Subject) -> ChallengeLayout.Subject = { $0 }
  ) -> Challenge {
    let canonical = (try? document.canonicalBytes()) ?? []
    let input = ChallengeLayout.bindingInput(
      of: canonical, scenario: document.scenario, nonce: nonce)
    let subject = ChallengeLayout.Subject(
      language: document.language,
      scenarioTag: Array(SHA256.hash(data: Array(document.scenario.text.utf8)).prefix(4)),
      binding: Array(SHA256.hash(data: input)))
    let signed = ChallengeLayout.signedBytes(
      keyID: 0, issuedAtMilliseconds: 1_000, nonce: nonce, subject: change(subject))
    return Challenge(signed + [UInt8](repeating: 3, count: 32))
  }

  static func request(
    _ credentials: [CredentialID], challenge: Challenge, document: Document = document,
    relyingPartyID: RelyingPartyID = relyingPartyID
  ) -> SigningRequest {
    SigningRequest(
      CredentialRequestOptions(
        challenge: challenge, relyingPartyID: relyingPartyID,
        allowCredentials: credentials.map { CredentialDescriptor(id: $0, transports: []) }),
      document: document)
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

extension SoftLockManager {
  /// Sets an app PIN as `FlowManager.setAppPIN` does, once the server has said what it knows of the
  /// PIN.
  func set(
    _ appPIN: SecretText, besides pin: CheckedAppPIN.KnownPIN = .none, of account: String = "acct_1"
  ) async throws {
    let logouts = try await beginSetting()
    try await set(try CheckedAppPIN(appPIN, of: account, besides: pin), since: logouts)
  }
}
