import DocumentModel

@testable import FlowModel

/// The values of which the table's states and events are made.
enum Sample {
  static let flow = FlowID(1)
  static let challenge = OperationID("challenge")
  static let fresh = OperationID("fresh")
  static let key = OperationID("key")
  static let earlier = OperationID("earlier")
  static let link = LinkAddress(uncheckedID: "link")

  static let transaction = document(50_000)
  static let dearer = document(50_001)
  static let review = Review(
    id: "tx_1", document: transaction, created: "2026-01-01T00:00:00Z",
    expires: "2026-01-01T00:08:00Z")
  static let dearerReview = Review(
    id: "tx_1", document: dearer, created: "2026-01-01T00:00:00Z",
    expires: "2026-01-01T00:08:00Z")

  private static func document(_ minorUnits: Int64) -> Document {
    Document(
      scenario: ScenarioName("TOP_UP"), language: .english, title: "Buy airtime",
      fields: [
        Document.Field("amount", label: "Amount", .money(Money(minorUnits, "NGN", exponent: 2))),
        Document.Field("payee", label: "To", .payee("MTN airtime")),
      ])
  }

  static let completed = result(.completed)
  static let pending = result(.pending)
  static let failed = result(.failed)

  static func result(_ status: ActionResult.Status) -> ActionResult {
    ActionResult(operation: OperationID("op"), status: status, bytes: Array("{}".utf8))
  }

  static func account(
    isBlocked: Bool = false, hasPIN: Bool = true, hasBiometrics: Bool = true
  ) -> SecondFactorAccount {
    SecondFactorAccount(
      isBlocked: isBlocked, failedAttempts: 2, maxAttempts: 5, penalisedForSeconds: 5,
      penalisedUntil: "2026-01-01T00:00:05Z", hasPIN: hasPIN, hasBiometrics: hasBiometrics)
  }

  /// One that nobody has tried, at a server of another policy.
  static let untried = SecondFactorAccount(
    isBlocked: false, failedAttempts: 0, maxAttempts: 3, penalisedForSeconds: 0,
    penalisedUntil: nil, hasPIN: true, hasBiometrics: false)

  static let ada = SessionAccount(id: "acct_1", displayName: "Ada")
  static let bob = SessionAccount(id: "acct_2", displayName: "Bob")
  static let mail = CodeDelivery(destination: "a…@example.com", resendAfterSeconds: 60)
  static let text = CodeDelivery(destination: "…78", resendAfterSeconds: 60)
  static let announce = AnnounceInfo(
    logo: nil, entries: [AnnounceInfo.Entry(key: "site", value: "pay.example.com")])

  static let enrolment = Answer.session(
    FlowSession(
      id: "link", type: .enrol, announceInfo: announce,
      enrolInfo: EnrolInfo(existingAccounts: [], displayName: "Ada")),
    ConfirmSessionInfo(accounts: [bob], secondFactorNeeded: true))

  /// One without a second factor, of an account that is on two devices already.
  static let headlessEnrolment = Answer.session(
    FlowSession(
      id: "other link", type: .enrol, announceInfo: nil,
      enrolInfo: EnrolInfo(
        existingAccounts: [
          ExistingAccount(account: bob, device: "Phone"),
          ExistingAccount(account: bob, device: "Tablet"),
        ], displayName: "Bob")),
    ConfirmSessionInfo(accounts: [], secondFactorNeeded: false))

  static func login(
    _ accounts: [SessionAccount] = [ada, bob], numbers: [String] = ["17", "42", "88"]
  ) -> Answer {
    .session(
      FlowSession(id: "link", type: .login, announceInfo: announce),
      ConfirmSessionInfo(accounts: accounts, numbers: numbers, secondFactorNeeded: true))
  }

  /// One of an account without a second factor.
  static let headlessLogin = Answer.session(
    FlowSession(id: "other link", type: .login, announceInfo: nil),
    ConfirmSessionInfo(
      accounts: [ada], numbers: ["17", "42", "88"], secondFactorNeeded: false))

  static func policy(
    _ level: SecurityLevel = .biometricsWithFallback,
    _ fallback: SigningPolicy.Fallback = .pin, _ path: ProofPath = .token
  ) -> SigningPolicy {
    SigningPolicy(level: level, fallback: fallback, proofPath: path)
  }

  static func topUp(
    _ level: SecurityLevel = .biometricsWithFallback, _ path: ProofPath = .token,
    id: FlowID = flow
  ) -> FlowEvent {
    start(.sign(.transaction(nil, policy(level, .pin, path))), id: id)
  }

  static func start(_ kind: FlowKind<Signing>, id: FlowID = flow) -> FlowEvent {
    .start(id, kind, triesPerCode: 5)
  }

  /// A frame after the first question.
  static func frame(
    _ type: FlowType = .signTransaction, change: (inout FlowFrame) -> Void = { _ in }
  ) -> FlowFrame {
    var frame = FlowFrame(id: flow, type: type, triesPerCode: 5)
    frame.step = 7
    frame.processingSince = 6
    frame.shown.currentInteraction = Interaction(content: Question.verify(either).content)
    frame.shown.transaction = FlowTransaction(document: transaction)
    change(&frame)
    return frame
  }

  /// Where nobody was asked yet.
  static func unasked(_ frame: inout FlowFrame) { frame.shown.currentInteraction = nil }

  static func signing(
    _ choice: Verification.Choice, _ policy: SigningPolicy = policy()
  ) -> Verification {
    Verification(.act(.sign(.transaction(transaction, policy))), choice)
  }

  static let either = signing(.either(challenge))
  static let straight = signing(
    .either(challenge), policy(.biometricsWithFallback, .pin, .straight))
  static let onlyPIN = signing(.pin, policy(.fallbackOnly))
  static let onlyBiometrics = signing(.biometrics(challenge), policy(.biometricsOnly))

  /// The policy of a review, with codes as the fallback.
  static func byCodes(
    _ fallback: SigningPolicy.Fallback = .textedCode,
    _ level: SecurityLevel = .biometricsWithFallback
  ) -> SigningPolicy {
    policy(level, fallback, .straight)
  }

  static func reviewing(_ policy: SigningPolicy = byCodes()) -> Signing { .review(review, policy) }

  static func coded(
    _ choice: Verification.Choice, _ fallback: SigningPolicy.Fallback = .textedCode
  ) -> Verification {
    Verification(.act(.sign(reviewing(byCodes(fallback)))), choice)
  }

  static func sent(_ verification: Verification, _ proof: ActionProof) -> SentAction {
    .prove(
      verification, proof, proof == .assertion || proof == .token ? challenge : key)
  }

  static let scenario = Signing.scenario(byCodes())

  /// What an account can that has a PIN and nothing else.
  static let onlyPINWays = SigningWays(possible: [.pin], missing: [noKey])
  /// What an account can whose strong factor is on another device.
  static let otherDeviceWays = SigningWays(possible: [], missing: [noKey], otherDevice: true)
  private static let noKey = SigningWays.Missing(
    .biometrics, FlowReason(code: "credential_missing"))

  /// A review that another device can approve.
  static let elsewhere = reviewing().with(otherDeviceWays)

  // Factors that are set, and what entitles to them.
  static let otherPIN = FactorSetup(.changePIN, .none(.biometricsNotAvailable))
  static let newPIN = NewFactors.proved(otherPIN, .pin, .either(challenge))
  static let newPINSigned = NewFactors.proved(otherPIN, .assertion, .either(challenge))
  static let addedKey = NewFactors.proved(FactorSetup(.addBiometrics, .welcome), .pin, .pin)
  static let firstFactors = FactorSetup(.enrol(link), .welcome)
  static let enrolled = NewFactors.proved(firstFactors, .codes, .mailedCode(mail))
  static let upgraded = NewFactors.confirmed(FactorSetup(.headlessUpgrade, .unasked))

  static func onTheWay(
    _ policy: SigningPolicy = byCodes(), _ offer: BiometricsOffer = .welcome
  ) -> NewFactors {
    .proved(FactorSetup(.sign(reviewing(policy)), offer), .codes, .mailedCode(mail))
  }
}
