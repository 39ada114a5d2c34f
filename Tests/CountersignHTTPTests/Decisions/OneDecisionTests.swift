import CountersignCore
import CountersignHTTP
import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

/// A double tap, two tabs, two devices and a retry after a lost answer each lead to one decision:
/// one operation, one audit row and at most one event for the host, whatever proves it.
@Suite("One decision")
struct OneDecisionTests {
  // Holds: one decision
  @Test(
    "a transaction is approved once", arguments: Repetition.allCases, DecisionStage.Factor.allCases)
  func approve(_ repetition: Repetition, _ factor: DecisionStage.Factor) async throws {
    let stage = try await DecisionStage(factor)
    let review = try await stage.review()
    let answers = try await repetition.send(over: stage.server) { hand in
      try await stage.approval(of: review, from: hand)
    }
    try stage.expectOne(answers, others: [.alreadyApproved, .alreadyUsed, .attemptInProgress])
    try await stage.expectRows("AUTHORIZE_TRANSACTION", "transaction_approved")
    #expect(try await stage.events() == ["transaction.approved", "transaction.created"])
  }

  // Holds: one decision
  @Test("a transaction is denied once", arguments: Repetition.allCases)
  func deny(_ repetition: Repetition) async throws {
    let stage = try await DecisionStage(.assertion)
    let review = try await stage.review()
    let answers = try await repetition.send(over: stage.server) { hand in
      WireRequest(
        .denyTransaction, parameters: ["id": review.transaction.transactionID],
        accessToken: try await stage.token(of: hand))
    }
    try stage.expectOne(answers, others: [])
    try await stage.expectRows("AUTHORIZE_TRANSACTION", "transaction_denied")
    #expect(try await stage.events() == ["transaction.created", "transaction.denied"])
  }

  // Holds: one decision
  @Test(
    "money is sent once: by one proof, or under one idempotency key",
    arguments: Repetition.allCases, [DecisionStage.Factor.assertion, .token, .pin, .pinProof])
  func send(_ repetition: Repetition, _ factor: DecisionStage.Factor) async throws {
    let stage = try await DecisionStage(factor)
    let answers = try await repetition.send(over: stage.server) { hand in
      var request = try await stage.purchase(from: hand)
      // Two proofs of their own are two decisions, unless they are for one operation.
      request.idempotencyKey = "purchase-1"
      return request
    }
    try stage.expectOne(answers, others: [.alreadyUsed, .attemptInProgress])
    try await stage.expectPurchase()
  }

  // Holds: one decision
  @Test("a PIN buys once though nothing names the purchase", arguments: Repetition.allCases)
  func sentWithoutKey(_ repetition: Repetition) async throws {
    let stage = try await DecisionStage(.pin)
    let answers = try await repetition.send(over: stage.server) { hand in
      try await stage.purchase(from: hand)
    }
    try stage.expectOne(answers, others: [.possibleDuplicate, .attemptInProgress])
    try await stage.expectPurchase()
  }

  // Holds: one decision
  @Test(
    "a factor is tested once", arguments: Repetition.allCases, DecisionStage.Factor.allCases)
  func test(_ repetition: Repetition, _ factor: DecisionStage.Factor) async throws {
    let stage = try await DecisionStage(factor)
    let answers = try await repetition.send(over: stage.server) { hand in
      WireRequest(
        .testBiometrics, accessToken: try await stage.token(of: hand),
        idempotencyKey: "test-1",
        body: BiometricTestRequest(proof: try await stage.proof(for: .test, from: hand)).json)
    }
    try stage.expectOne(answers, others: [.alreadyUsed, .attemptInProgress])
    try await stage.expectRows("TEST_BIOMETRICS", "biometrics_tested")
  }

  // Holds: one decision
  @Test(
    "a host redeems once, whether its own repetition has a name or not",
    arguments: [Repetition.doubleTap, .lostAnswer], [true, false])
  func redeem(_ repetition: Repetition, isNamed: Bool) async throws {
    let stage = try await DecisionStage(.token)
    let key = try await stage.server.harness.serviceKey([.transactions]).exposed
    let token = try await stage.tokenForHost()
    let answers = try await repetition.send(over: stage.server) { _ in
      WireRequest(
        .redeem, accessToken: key, idempotencyKey: isNamed ? "ship-17" : nil,
        body: RedemptionRequest(
          verificationToken: token, scenario: .shipOrder, payload: ServiceHarness.shipment
        ).json)
    }
    try stage.expectOne(answers, others: isNamed ? [] : [.alreadyUsed])
    try await stage.expectRows("SHIP_ORDER", "token_redeemed")
  }

  // Holds: one decision
  @Test("of two backends of a host with a name of their own for it, one redeems")
  func redeemTwice() async throws {
    let stage = try await DecisionStage(.token)
    let key = try await stage.server.harness.serviceKey([.transactions]).exposed
    let token = try await stage.tokenForHost()
    let answers = try await Repetition.twoDevices.send(over: stage.server) { hand in
      WireRequest(
        .redeem, accessToken: key, idempotencyKey: "backend-\(hand)",
        body: RedemptionRequest(
          verificationToken: token, scenario: .shipOrder, payload: ServiceHarness.shipment
        ).json)
    }
    try stage.expectOne(answers, others: [.alreadyUsed])
    try await stage.expectRows("SHIP_ORDER", "token_redeemed")
  }
}

/// How something comes to be asked for more than once.
enum Repetition: String, CaseIterable, CustomTestStringConvertible {
  /// The same request several times at once.
  case doubleTap
  /// Two requests of one session at once, each with a proof of its own.
  case twoTabs
  /// Two requests of two sessions at once.
  case twoDevices
  /// The same request again after its answer was lost.
  case lostAnswer

  /// Who asks: the second hand of two tabs has the first one's session.
  enum Hand: Sendable {
    case first, firstAgain, other
  }

  var testDescription: String { rawValue }

  /// Sends what is asked for, and gives all answers.
  func send(
    over server: ServerHarness, _ request: (Hand) async throws -> WireRequest
  ) async throws -> [WireResponse] {
    let first = try await request(.first)
    switch self {
    case .doubleTap: return try await Self.atOnce([first, first, first, first], server)
    case .twoTabs: return try await Self.atOnce([first, request(.firstAgain)], server)
    case .twoDevices: return try await Self.atOnce([first, request(.other)], server)
    case .lostAnswer:
      return [try await server.send(first), try await server.send(first)]
    }
  }

  private static func atOnce(
    _ requests: [WireRequest], _ server: ServerHarness
  ) async throws -> [WireResponse] {
    try await withThrowingTaskGroup { group in
      for request in requests { group.addTask { try await server.send(request) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
