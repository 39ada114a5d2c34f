import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

/// Somebody with one factor and two sessions, at a server that tells its host of every decision.
struct DecisionStage: Sendable {
  /// What proves.
  enum Factor: String, CaseIterable, CustomTestStringConvertible {
    case assertion, token, pin, pinProof, codes

    var testDescription: String { rawValue }
  }

  /// What is proved for.
  enum Action: Sendable {
    case approval(TransactionAnswer)
    case purchase
    case test
    case shipment

    var options: LinkedOptionsRequest {
      switch self {
      case .approval(let review):
        LinkedOptionsRequest(
          scenario: .authorizeTransaction,
          payload: ReviewPayload(transactionID: review.transaction.transactionID).json)
      case .purchase:
        LinkedOptionsRequest(scenario: .sendMoney, payload: MoneyOrder.sample.json)
      case .test: LinkedOptionsRequest(scenario: .testBiometrics, payload: [:])
      case .shipment:
        LinkedOptionsRequest(scenario: .shipOrder, payload: ServiceHarness.shipment)
      }
    }
  }

  let server: ServerHarness
  private let factor: Factor
  private let tokens: [String]
  private let authenticator: TestAuthenticator?
  private let devices: [TestDevice]

  static let number = "+2348012345678"
  private static let pin = "258036"

  init(_ factor: Factor) async throws {
    self.factor = factor
    server = try await ServerHarness(policy: { policy in
      policy.hostEvents.areSent = true
      policy.addShipOrder()
    })
    var authenticator: TestAuthenticator?
    switch factor {
    case .pinProof:
      let (first, firstToken) = try await server.enrolledDevice(pin: Self.pin)
      let (second, secondToken) = try await server.enrolledDevice(
        pin: Self.pin, entitledBy: (first, firstToken))
      // The session in which a device is registered becomes that device's.
      let newToken = try await server.openSession(of: first, pin: Self.pin)
      (devices, tokens) = ([first, second], [newToken, secondToken])
    case .assertion, .token, .pin, .codes:
      let token = try await server.signUp()
      let other: String
      let session = try await server.harness.service.sessions.authenticate(
        SecretText(token), activity: .person
      ).get()
      switch factor {
      case .pin:
        try await server.harness.setPIN(Self.pin, session)
        other = try await server.signUp()
      case .codes:
        try await server.harness.confirmPhone(Self.number, session)
        other = try await server.signUp()
      default:
        let key = try await ServerHarness.registerKey(token, server.harness, server.send)
        other = try await server.signIn(by: key)
        authenticator = key
      }
      (devices, tokens) = ([], [token, other])
    }
    self.authenticator = authenticator
  }

  /// A transaction that any factor may approve.
  func review() async throws -> TransactionAnswer {
    var request = NewTransactionRequest.sample
    request.amount = 750
    return try await server.harness.review(request)
  }

  func token(of hand: Repetition.Hand) async throws -> String {
    tokens[hand == .other ? 1 : 0]
  }

  /// A proof of its own for each hand.
  func proof(for action: Action, from hand: Repetition.Hand) async throws -> Proof {
    switch factor {
    case .pin: return .pin(SecretText(Self.pin))
    case .codes: return try await codes(for: action, from: hand)
    case .assertion, .token, .pinProof: break
    }
    let token = try await token(of: hand)
    let answered = try await server.send(
      WireRequest(.linkedOptions, accessToken: token, body: action.options.json))
    let options = try LinkedOptions(json: answered.body ?? .null)
    guard let authenticator else {
      let device = devices[hand == .other ? 1 : 0]
      return .pinProof(try device.pinProof(Self.pin, over: options.pinChallenge))
    }
    let assertion = try authenticator.assert(options.options)
    guard factor == .token else { return .assertion(assertion) }
    let verified = try await server.send(
      WireRequest(.verifyAssertion, accessToken: token, body: assertion.json))
    return .verificationToken(
      try VerificationAnswer(json: verified.body ?? .null).verificationToken)
  }

  func approval(
    of review: TransactionAnswer, from hand: Repetition.Hand
  ) async throws -> WireRequest {
    WireRequest(
      .approveTransaction, parameters: ["id": review.transaction.transactionID],
      accessToken: try await token(of: hand),
      body: ApprovalRequest(proof: try await proof(for: .approval(review), from: hand)).json)
  }

  func purchase(from hand: Repetition.Hand) async throws -> WireRequest {
    WireRequest(
      .sendMoney, accessToken: try await token(of: hand),
      body: SendMoneyRequest(payload: .sample, proof: try await proof(for: .purchase, from: hand))
        .json)
  }

  /// A token for a host's own action.
  func tokenForHost() async throws -> SecretText {
    let proof = try await proof(for: .shipment, from: .first)
    guard case .verificationToken(let token) = proof else { throw HarnessError.noChallenge }
    return token
  }

  /// Both codes, the second of which the first one has texted.
  private func codes(for action: Action, from hand: Repetition.Hand) async throws -> Proof {
    let token = try await token(of: hand)
    // A second tab has the code that the first asked for: a newer one would end it.
    if hand != .firstAgain {
      _ = try await server.send(
        WireRequest(
          .requestCode, accessToken: token, body: CodeRequest(approving: action.options).json))
      let mailed = try await server.harness.newestCode(to: "ada@example.com")
      let first = Proof.codes(validateCode: mailed, otp: nil, twoFactorCode: nil)
      let route: Route
      var parameters: [String: String] = [:]
      if case .approval(let review) = action {
        route = .approveTransaction
        parameters["id"] = review.transaction.transactionID
      } else {
        route = .testBiometrics
      }
      let answer = try await server.send(
        WireRequest(
          route, parameters: parameters, accessToken: token,
          body: BiometricTestRequest(proof: first).json))
      try #require(answer.status == 202)
    }
    return .codes(
      validateCode: try await server.harness.newestCode(to: "ada@example.com"),
      otp: try await server.harness.newestCode(to: Self.number), twoFactorCode: nil)
  }

  // MARK: What is left

  /// One answer executed, and every other one says that it is done.
  func expectOne(
    _ answers: [WireResponse], others: Set<Reason>, at place: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      answers.count { $0.status == 200 && !$0.isReplayed } == 1, "\(answers.map(\.status))",
      sourceLocation: place)
    for answer in answers where answer.status != 200 {
      let reason = try Problem(json: answer.body ?? .null).reason
      // Used codes are told like wrong ones: whoever has none learns nothing by it.
      // A PIN that finds its account's places in the queue taken is not checked.
      let isKnown =
        others.contains(reason) || factor == .codes && reason == .verificationFailed
        || factor == .pin && reason == .pinQueueFull
      #expect(isKnown, "\(answer.status) \(reason)", sourceLocation: place)
    }
  }

  /// One operation of a scenario, and one row of the audit log.
  func expectRows(
    _ scenario: String, _ kind: String, at place: SourceLocation = #_sourceLocation
  ) async throws {
    let operations = try await count(
      "SELECT count(*) FROM operations WHERE scenario = ?", scenario)
    let rows = try await count("SELECT count(*) FROM audit WHERE kind = ?", kind)
    #expect([operations, rows] == [1, 1], sourceLocation: place)
    #expect(try await server.harness.fault() == nil, sourceLocation: place)
  }

  /// One payment: of the pocket, of the records, and at the bank.
  func expectPurchase(at place: SourceLocation = #_sourceLocation) async throws {
    try await expectRows("SEND_MONEY", "money_sent", at: place)
    #expect(server.harness.bank.orders.count == 1, sourceLocation: place)
    let pocket = try await server.send(WireRequest(.pocket, accessToken: tokens[0]))
    #expect(try PocketAnswer(json: pocket.body ?? .null).balance == 4500, sourceLocation: place)
  }

  /// The events that the host is to be told, by name.
  func events() async throws -> [String] {
    try await server.harness.store.read { transaction in
      try Outbox.jobs(of: [.event], in: transaction).map { job in
        guard case .object(let members) = job.content, case .string(let type)? = members["type"]
        else { return "" }
        return type
      }
    }.sorted()
  }

  private func count(_ query: String, _ value: String) async throws -> Int64 {
    try await server.harness.store.read { transaction in
      try transaction.rows(query, [.text(value)]).first?.integer(0) ?? 0
    }
  }
}
