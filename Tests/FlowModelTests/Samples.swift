import DocumentModel

@testable import FlowModel

/// The values of which the table's states and events are made.
enum Sample {
  static let flow = FlowID(1)
  static let challenge = OperationID("challenge")
  static let fresh = OperationID("fresh")
  static let key = OperationID("key")
  static let earlier = OperationID("earlier")

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
      penalisedUntil: nil, hasPIN: hasPIN, hasBiometrics: hasBiometrics)
  }

  static let ada = SessionAccount(id: "acct_1", displayName: "Ada")
  static let bob = SessionAccount(id: "acct_2", displayName: "Bob")
  static let mail = CodeDelivery(destination: "a…@example.com", resendAfterSeconds: 60)
  static let text = CodeDelivery(destination: "…78", resendAfterSeconds: 60)
  static let announce = AnnounceInfo(
    logo: nil, entries: [AnnounceInfo.Entry(key: "site", value: "pay.example.com")])

  static let enrolment = EnrolSession(
    id: "link", announceInfo: announce,
    enrolInfo: EnrolInfo(existingAccounts: [], displayName: "Ada"), accountsHere: [bob],
    secondFactor: .needed)

  static func login(
    _ accounts: [SessionAccount] = [ada, bob], numbers: [String] = ["17", "42", "88"]
  ) -> LoginSession {
    LoginSession(
      id: "link", announceInfo: announce, accounts: accounts, numbers: numbers,
      secondFactor: .needed)
  }

  static func sign(
    _ request: SignErrand.Request = .asked,
    _ level: SecurityLevel = .biometricsWithFallback,
    _ fallback: SignErrand.Fallback = .pin, _ path: ProofPath = .token
  ) -> SignErrand {
    SignErrand(request, level: level, fallback: fallback, proofPath: path)
  }

  static func topUp(
    _ level: SecurityLevel = .biometricsWithFallback, _ path: ProofPath = .token,
    id: FlowID = flow
  ) -> FlowStart {
    FlowStart(id: id, errand: .account(.sign(sign(.asked, level, .pin, path))))
  }

  static func frame(change: (inout FlowFrame) -> Void = { _ in }) -> FlowFrame {
    let subject = FlowSubject.matter(.transaction(transaction), .pending)
    var frame = FlowFrame(id: flow, subject)
    frame.step = 7
    frame.processing = Processing(
      since: 6, shown: .answer(.verify(either), .requestCode, beside: nil, subject))
    change(&frame)
    return frame
  }

  /// Where nobody was asked yet.
  static let unasked = frame {
    $0.processing = Processing(
      since: 6, shown: .start(.matter(.transaction(transaction), .pending)))
  }

  static func signing(
    _ choice: Verification.Choice, _ errand: SignErrand = sign(),
    _ matter: Matter = .transaction(transaction)
  ) -> Verification {
    Verification(.sign(errand, matter), choice)
  }

  static let either = signing(.either(challenge))
  static let straight = signing(
    .either(challenge), sign(.asked, .biometricsWithFallback, .pin, .straight))
  static let onlyPIN = signing(.pin, sign(.asked, .fallbackOnly))
  static let onlyBiometrics = signing(
    .biometrics(challenge), sign(.asked, .biometricsOnly))

  /// Reviewing, with codes as the fallback.
  static func reviewing(
    _ second: SignErrand.SecondCode = .texted,
    _ level: SecurityLevel = .biometricsWithFallback
  ) -> SignErrand {
    sign(.review(authorised: nil), level, .codes(second), .straight)
  }

  static func coded(
    _ choice: Verification.Choice, _ second: SignErrand.SecondCode = .texted
  ) -> Verification {
    signing(choice, reviewing(second), .review(review))
  }

  static func sent(
    _ verification: Verification, _ proof: ActionProof, _ delivery: SentAction.Delivery = .first
  ) -> SentAction {
    SentAction(
      intent: .prove(verification), proof: proof,
      operation: proof == .assertion || proof == .token ? challenge : key, delivery: delivery)
  }

  static let scenario = sign(.scenario, .biometricsWithFallback, .codes(.texted), .straight)

  // Settings, and what entitles to them.
  static let change = Setting(.changePIN)
  static let add = Setting(.addBiometrics(.welcome))
  static let enrol = Setting(.enrol(enrolment, .welcome))
  static let upgrade = Setting(.headlessUpgrade(.unasked))

  static let changeBasis = SetQuestion.Basis.proved(change, .either(challenge), .pin)
  static let changeSigned = SetQuestion.Basis.proved(
    change, .either(challenge), .assertion(challenge))
  static let addBasis = SetQuestion.Basis.proved(add, .pin, .pin)
  static let enrolBasis = SetQuestion.Basis.proved(
    enrol, .mailedCode(.proof, mail), .code)
  static let upgradeBasis = SetQuestion.Basis.confirmed(upgrade)

  static let setPIN = SetQuestion(changeBasis, .pin)
  static let setBiometrics = SetQuestion(addBasis, .biometrics)
  static let setBoth = SetQuestion(enrolBasis, .pinAndMaybeBiometrics)

  static func setting(
    _ question: SetQuestion, _ factors: Setting.Given.Factors, _ proof: ActionProof
  ) -> SentAction {
    SentAction(
      intent: .set(question, factors), proof: proof,
      operation: proof == .assertion ? challenge : key)
  }
}
