import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("The phones to which an action can be handed")
struct HandoverPhoneTests {
  @Test("a phone without a PIN approves with a key of its own")
  func byKey() async throws {
    let stage = try await Stage()
    #expect(try await stage.handOver().refusal == .pinMissing)
    let key = try await stage.harness.registerKey(stage.phone)
    #expect(try await stage.ways().contains { $0.canHandOver == true })
    let handover = try await stage.handOver().get()
    let shown = try #require(try await stage.waiting().first)
    let assertion = try await stage.harness.reviewAssertion(shown, key, stage.phone)
    _ = try await stage.harness.approve(shown, .assertion(assertion), stage.phone)
    let token = try await stage.harness.service.handovers.collect(
      ReviewID(handover.transactionID), session: stage.page
    ).get().verificationToken
    let sent = try await stage.harness.service.moneyOrders.send(
      SendMoneyRequest(payload: Stage.order, proof: .verificationToken(token)),
      idempotencyKey: nil, session: stage.page
    ).executed()
    #expect(sent.refusal == nil)
    #expect(try await stage.harness.fault() == nil)
  }

  @Test("an action that takes no PIN is not handed to a phone that has nothing else")
  func withoutPIN() async throws {
    let stage = try await Stage(pin: "258036") {
      try? $0.scenarios.set(ScenarioPolicy(.sendMoney, level: .biometricsOnly))
    }
    #expect(try await !stage.ways().contains { $0.canHandOver == true })
    #expect(try await stage.handOver().refusal == .credentialMissing)
  }

  @Test("what was handed over waits on no phone once the session that asked is over")
  func sessionOver() async throws {
    let stage = try await Stage(pin: "258036")
    _ = try await stage.handOver().get()
    #expect(try await stage.waiting().count == 1)
    try await stage.harness.service.sessions.end(stage.page)
    #expect(try await stage.waiting().isEmpty)
  }
}

/// A person with a page's session and a phone.
private struct Stage {
  static let order = MoneyOrder(amount: 1500, recipient: "BOLA")

  let harness: ServiceHarness
  let page: AuthenticatedSession
  let phone: AuthenticatedSession

  init(pin: String? = nil, change: @escaping (inout ServicePolicy) -> Void = { _ in })
    async throws
  {
    harness = try await ServiceHarness(change: change)
    page = try await harness.signUp()
    let device = try await harness.registerDevice(page, pin: pin)
    if let pin {
      phone = try await harness.logIn(device, pin)
    } else {
      let options = try await harness.service.signIn.options(
        SessionOptionsRequest(deviceID: device.id)
      ).get()
      phone = try await harness.session(
        .deviceProof(device.deviceProof(over: options.pinChallenge)))
    }
  }

  func handOver() async throws -> Decision<HandoverAnswer> {
    try await harness.service.handovers.handOver(
      LinkedOptionsRequest(scenario: .sendMoney, payload: Self.order.json), session: page,
      origin: nil)
  }

  func ways() async throws -> [ActionWay] {
    try await harness.service.actions.optionsWithWays(
      LinkedOptionsRequest(scenario: .sendMoney, payload: Self.order.json), session: page
    ).get().ways
  }

  func waiting() async throws -> [TransactionAnswer] {
    try await harness.service.reviews.list(status: .pending, session: phone).transactions
  }
}
