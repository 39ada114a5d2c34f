import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("The phones to which an action can be handed")
struct HandoverPhoneTests {
  @Test("a phone without a PIN approves with a key of its own")
  func byKey() async throws {
    var stage = try await Stage()
    #expect(try await stage.handOver().refusal == .pinMissing)
    let key = try await stage.harness.registerKey(stage.phone)
    // The first factor ended the page's session, which a mailed code had opened.
    #expect(try await stage.handOver().refusal == .sessionRequired)
    stage.page = try await stage.harness.signUp()
    #expect(try await stage.ways(stage.page).contains { $0.canHandOver == true })
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

  @Test("a screen is told where only a phone has keys; one of its own decides for it")
  func keysOfPhonesOnly() async throws {
    var stage = try await Stage()
    #expect(try await stage.keysTold(to: stage.page) == [false, nil, nil])
    let key = try await stage.harness.registerKey(stage.phone)
    stage.page = try await stage.harness.signUp()
    #expect(try await stage.keysTold(to: stage.page) == [true, true, true])
    #expect(try await stage.keysTold(to: stage.phone) == [true, nil, nil])
    // A passkey that is registered on a screen is no phone's, whatever its transport.
    let options = try await stage.harness.service.actions.options(
      LinkedOptionsRequest(changing: .addPasskey), session: stage.page
    ).get().options
    _ = try await stage.harness.registerKey(stage.page, by: .assertion(key.assert(options)))
    #expect(try await stage.keysTold(to: stage.page).dropFirst() == [nil, nil])
  }

  @Test("a passkey that the system of a phone keeps is one that a browser may have")
  func keyOfSystem() async throws {
    var stage = try await Stage()
    var passkey = try stage.harness.newAuthenticator()
    passkey.transports = ["internal", "hybrid"]
    let code = try await stage.harness.code(.register, stage.phone, to: "ada@example.com")
    let options = try await stage.harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: code), session: stage.phone
    ).get()
    _ = try await stage.harness.service.credentials.register(
      passkey.register(options), session: stage.phone
    ).get()
    stage.page = try await stage.harness.signUp()
    #expect(try await stage.keysTold(to: stage.page) == [true, nil, nil])
  }

  @Test("an action that takes no PIN is not handed to a phone that has nothing else")
  func withoutPIN() async throws {
    let stage = try await Stage(pin: "258036") {
      try? $0.scenarios.set(ScenarioPolicy(.sendMoney, level: .biometricsOnly))
    }
    #expect(try await !stage.ways(stage.page).contains { $0.canHandOver == true })
    #expect(try await stage.handOver().refusal == .credentialMissing)
  }

  @Test("what waits for review tells that another device could decide, and is not handed over")
  func decidedElsewhere() async throws {
    let stage = try await Stage(pin: "258036")
    let payload = ReviewPayload(transactionID: try await stage.harness.review().id).json
    func ways(_ session: AuthenticatedSession) async throws -> [ActionWay] {
      try await stage.harness.service.actions.optionsWithWays(
        LinkedOptionsRequest(scenario: .authorizeTransaction, payload: payload), session: session
      ).get().ways
    }
    let onPage = try await ways(stage.page)
    #expect(onPage.filter { $0.canDecideElsewhere == true }.map(\.proof) == [.pinProof])
    #expect(onPage.allSatisfy { $0.canHandOver == nil })
    // The device itself needs no other.
    #expect(try await ways(stage.phone).allSatisfy { $0.canDecideElsewhere == nil })
  }

  @Test("a phone that could not decide either is offered to nobody")
  func decidedNowhere() async throws {
    let stage = try await Stage()
    let payload = ReviewPayload(transactionID: try await stage.harness.review().id).json
    let ways = try await stage.harness.service.actions.optionsWithWays(
      LinkedOptionsRequest(scenario: .authorizeTransaction, payload: payload),
      session: stage.page
    ).get().ways
    #expect(ways.allSatisfy { $0.canDecideElsewhere == nil })
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
  var page: AuthenticatedSession
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

  /// What a session is told of the account's keys: whether one could act, and twice whether only
  /// phones have any.
  func keysTold(to session: AuthenticatedSession) async throws -> [Bool?] {
    let way = try await ways(session).first { $0.proof == .assertion }
    let factors = try await harness.service.secondFactors.show(session)
    return [way?.canAct, way?.hasDeviceKeysOnly, factors.hasDeviceKeysOnly]
  }

  func ways(_ session: AuthenticatedSession) async throws -> [ActionWay] {
    try await harness.service.actions.optionsWithWays(
      LinkedOptionsRequest(scenario: .sendMoney, payload: Self.order.json), session: session
    ).get().ways
  }

  func waiting() async throws -> [TransactionAnswer] {
    try await harness.service.reviews.list(status: .pending, session: phone).transactions
  }
}
