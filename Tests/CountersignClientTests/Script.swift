import CountersignClient
import CountersignTesting
import FlowModel
import WebAuthnModel
import WireModel

/// What the scripted server says.
enum Script {
  static let payload = MoneyOrder.sample
  static let transaction = MoneyOrder(
    amount: 500, recipient: "BOLA", bank: "alpha", isUrgent: false)
  static let credential = CredentialID([1, 2, 3])
  static let pin = SecretText("7531")
  static let token = "the-verification-token"

  static let document = document(of: transaction)

  /// The document of a money order.
  static func document(of order: MoneyOrder, payee: String = "Bola Ade") -> Document {
    Document(
      scenario: .sendMoney, language: .english, title: "Send money",
      fields: [
        Document.Field(
          "amount", label: "Amount", .money(Money(order.amount * 100, "NGN", exponent: 2))),
        Document.Field("payee", label: "To", .payee(payee)),
        Document.Field("recipient", label: "Recipient", .text(order.recipient)),
        Document.Field("bank", label: "Bank", .text(order.bank ?? "")),
        Document.Field("isUrgent", label: "Urgent", .flag(order.isUrgent ?? false)),
      ])
  }

  static let options = ScriptedTransport.Step.answer(200, linked(transaction))
  static let verified = ScriptedTransport.Step.answer(
    200, VerificationAnswer(verificationToken: SecretText(token), expiresIn: 300).json)
  static let completed = ScriptedTransport.Step.answer(200, acted(.completed).json)
  static let waiting = waiting("tx_1")

  /// The same of another transaction.
  static func waiting(_ id: String) -> ScriptedTransport.Step {
    .answer(200, review(id: id).json)
  }

  static func answer(_ status: MoneyOrderStatus) -> MoneyOrderAnswer {
    MoneyOrderAnswer(
      transactionID: "tx_1", status: status, amount: 500, balance: 4500,
      timestamp: "2026-01-01T00:00:00Z")
  }

  /// What the server says of a money order as an operation.
  static func acted(_ status: OperationStatus, id: String = "op") -> OperationAnswer {
    let order: MoneyOrderStatus =
      switch status {
      case .completed: .completed
      case .pending: .pending
      case .failed: .failed
      }
    return OperationAnswer(
      operationID: id, scenario: .sendMoney, status: status, result: answer(order).json)
  }

  /// A transaction that a host's backend wants reviewed.
  static func review(
    _ status: TransactionStatus = .pending, id: String = "tx_1"
  ) -> TransactionAnswer {
    TransactionAnswer(
      transaction: ReviewTransaction(
        transactionID: id, amount: 750, currency: "NGN", payee: "Kuda Books",
        lastFourPAN: nil, createdAt: "2026-01-01T00:00:00Z", expiresAt: "2026-01-01T00:08:00Z"),
      document: reviewDocument(id), status: status, decidedAt: nil)
  }

  /// The document of a transaction that a host's backend wants reviewed.
  static func reviewDocument(_ id: String = "tx_1") -> Document {
    Document(
      scenario: .authorizeTransaction, language: .english, title: "Approve a payment",
      fields: [
        Document.Field("amount", label: "Amount", .money(Money(75_000, "NGN", exponent: 2))),
        Document.Field("payee", label: "To", .payee("Kuda Books")),
        Document.Field("transactionID", label: "Transaction", .reference(id)),
      ])
  }

  static func operation(_ id: String = "op") -> ScriptedTransport.Step {
    .answer(200, acted(.completed, id: id).json)
  }

  static func secondFactor(failed: Int64 = 1, isBlocked: Bool = false) -> ScriptedTransport.Step {
    .answer(
      200,
      SecondFactorAnswer(
        isBlocked: isBlocked, failedAttempts: failed, maxAttempts: 5, penalisedFor: 0,
        penalisedUntil: nil, hasPIN: true, hasBiometrics: true, hasTwoFactor: false,
        hasDevicePIN: false, hasPhone: false, needsFactor: true
      ).json)
  }

  static func linked(
    _ transaction: MoneyOrder, isLinked: Bool = true,
    credentials: [CredentialID] = [credential]
  ) -> JSONValue {
    linked(document(of: transaction), isLinked: isLinked, credentials: credentials)
  }

  static func linked(
    _ document: Document, isLinked: Bool = true, credentials: [CredentialID] = [credential],
    ways: [ActionWay] = []
  ) -> JSONValue {
    let nonce = [UInt8](repeating: 7, count: 16)
    // Whether the binding fits is for the authenticator; here it only has to be there.
    let subject = ChallengeLayout.Subject(
      language: isLinked ? document.language : nil, scenarioTag: [1, 2, 3, 4],
      binding: isLinked ? [UInt8](repeating: 9, count: 32) : ChallengeLayout.unlinked)
    let signed = ChallengeLayout.signedBytes(
      keyID: 0, issuedAtMilliseconds: 1_000, nonce: nonce, subject: subject)
    let challenge = Challenge(signed + [UInt8](repeating: 3, count: 32))
    let options = LinkedOptions(
      options: CredentialRequestOptions(
        challenge: challenge, relyingPartyID: RelyingPartyID("localhost"),
        allowCredentials: credentials.map {
          CredentialDescriptor(id: $0, transports: ["internal"])
        }),
      document: document, transaction: nil)
    return ActionOptions(linked: options, ways: ways).json
  }
}

/// A phone: a manager over a script, and what it has seen.
struct Phone {
  let transport: ScriptedTransport
  let authenticator: ScriptedAuthenticator
  let vault: MemoryVault
  let clock: ManualClock
  let manager: FlowManager

  init(
    _ script: [ScriptedTransport.Step],
    authenticator: ScriptedAuthenticator = ScriptedAuthenticator(),
    vault: MemoryVault = MemoryVault()
  ) {
    transport = ScriptedTransport(script)
    self.authenticator = authenticator
    self.vault = vault
    clock = ManualClock()
    manager = FlowManager(
      session: AccountSession(
        connection: ServerConnection(transport: transport), accountID: "acct_1",
        accessToken: SecretText("access")),
      authenticator: authenticator, vault: vault, clock: clock)
  }

  /// Starts a money order and answers each question with the next input; gives all updates.
  func send(
    _ inputs: [SecondFactorInput], level: SecurityLevel = .biometricsWithFallback,
    path: ProofPath = .token, payload: MoneyOrder = Script.payload
  ) async throws -> [Flow] {
    try await manager.start(Remittance(payload), level: level, proofPath: path)
    return try await answer(inputs)
  }

  /// Lets the deadline of the present PROCESSING pass, once a call was made.
  func passDeadline() async {
    while await transport.calls.isEmpty { await Task.yield() }
    while await manager.currentFlow?.isFinal == false {
      await clock.wakeAll(.seconds(120))
      await Task.yield()
    }
  }

  func answer(_ inputs: [SecondFactorInput]) async throws -> [Flow] {
    var inputs = inputs
    var updates: [Flow] = []
    for await flow in await manager.updates {
      updates.append(flow)
      guard flow.phase == .waitForInput else { continue }
      guard !inputs.isEmpty else { return updates }
      try await manager.inputSecondFactor(inputs.removeFirst())
    }
    return updates
  }
}

extension Flow {
  /// What the server said of the money order; nil before that.
  var moneyOrder: MoneyOrderAnswer? { result?.moneyOrder }
}

extension ActionResult {
  /// The answer of a money order.
  var moneyOrder: MoneyOrderAnswer? { try? Remittance(Script.payload).result(of: self) }
}
