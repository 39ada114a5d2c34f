import CountersignCore
import CountersignSQLite
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("A host redeems a proof for an action of its own")
struct RedeemTests {
  @Test("a token is redeemed for what was signed, and says who proved what and when")
  func redeemed() async throws {
    let stage = try await Stage()
    let outcome = try await stage.redeem(try await stage.token()).get()
    #expect(!outcome.isReplayed)
    #expect(
      outcome.answer
        == RedemptionAnswer(
          accountID: stage.session.accountID.text, contextClass: "urn:countersign:acr:linked",
          methods: ["swk", "user", "mfa"],
          authTime: stage.harness.clock.now().milliseconds / 1000))
    #expect(try await stage.harness.auditKinds().contains("token_redeemed"))
    #expect(try await stage.harness.fault() == nil)
  }

  // Holds: host's actions
  @Test("once: without an idempotency key the same again is refused, and acts nowhere else")
  func once() async throws {
    let stage = try await Stage()
    let token = try await stage.token()
    _ = try await stage.redeem(token).get()
    #expect(try await stage.redeem(token).refusal == .alreadyUsed)
    #expect(try await stage.redeem(token, key: "late").refusal == .alreadyUsed)
  }

  @Test("the same idempotency key and body give the first answer again, even past their time")
  func replayed() async throws {
    let stage = try await Stage()
    let token = try await stage.token()
    let first = try await stage.redeem(token, key: "ship-17").get()
    stage.harness.clock.advance(seconds: 3600)
    let again = try await stage.redeem(token, key: "ship-17").get()
    #expect(again.isReplayed && again.answer == first.answer)
    let kinds = try await stage.harness.auditKinds()
    #expect(kinds.count { $0 == "token_redeemed" } == 1)
  }

  @Test("an idempotency key names one redemption of one host, and none of the person's own")
  func keys() async throws {
    let stage = try await Stage()
    let first = try await stage.token()
    let second = try await stage.token()
    _ = try await stage.harness.service.actions.testBiometrics(
      BiometricTestRequest(
        proof: .assertion(
          try await stage.harness.assertion(.testBiometrics, [:], stage.key, stage.session))),
      idempotencyKey: IdempotencyKey("ship-17"), session: stage.session
    ).get()
    _ = try await stage.redeem(first, key: "ship-17").get()
    #expect(try await stage.redeem(second, key: "ship-17").refusal == .alreadyUsed)
    // Another key of the same host has the same names.
    let other = try await stage.harness.host(.transactions)
    #expect(try await stage.redeem(second, key: "ship-17", host: other).refusal == .alreadyUsed)
    #expect(try await stage.redeem(second, key: "ship-18", host: other).refusal == nil)
  }

  @Test("an idempotency key of a host names one redemption, whoever proved it")
  func keysOfAccounts() async throws {
    let stage = try await Stage()
    _ = try await stage.redeem(try await stage.token(), key: "ship-17").get()
    let session = try await stage.harness.signUp("bob@example.com")
    let authenticator = try await stage.harness.registerKey(session, to: "bob@example.com")
    let token = try await stage.harness.token(
      .shipOrder, ServiceHarness.shipment, authenticator, session)
    #expect(try await stage.redeem(token, key: "ship-17").refusal == .alreadyUsed)
    #expect(try await stage.redeem(token, key: "ship-18").refusal == nil)
  }

  @Test("no code is mailed for a host's own scenario, which takes none; one for SEND_MONEY is")
  func codes() async throws {
    let stage = try await Stage()
    func refusal(_ scenario: ScenarioName, _ payload: JSONValue) async throws -> Reason? {
      try await stage.harness.service.codeRequests.make(
        CodeRequest(approving: LinkedOptionsRequest(scenario: scenario, payload: payload)),
        session: stage.session, from: .local
      ).refusal
    }
    #expect(try await refusal(.shipOrder, ServiceHarness.shipment) == .proofNotAllowed)
    #expect(try await refusal(.sendMoney, MoneyOrder.sample.json) == nil)
  }

  // Holds: RTS-5.1, host's actions
  @Test(
    "RTS-5.1: any payload but the one that was signed is refused, and spends nothing",
    arguments: [
      #"{"order":"18","address":"4 Marina Road, Lagos","parcels":2}"#,
      #"{"order":"17","address":"5 Marina Road, Lagos","parcels":2}"#,
      #"{"order":"17","address":"4 Marina Road, Lagos","parcels":3}"#,
    ])
  func mismatch(_ payload: String) async throws {
    let stage = try await Stage()
    let token = try await stage.token()
    let other = try JSONValue(parsing: Array(payload.utf8))
    #expect(try await stage.redeem(token, other).refusal == .transactionMismatch)
    #expect(try await stage.harness.auditKinds().contains("action_refused"))
    #expect(try await stage.redeem(token).refusal == nil)
  }

  // Holds: host's actions
  @Test("a scenario of this server's own is never redeemed, an unknown one is unknown")
  func scenarios() async throws {
    let stage = try await Stage()
    let token = try await stage.token()
    for name in ScenarioName.ofServer {
      #expect(try await stage.redeem(token, scenario: name).refusal == .proofNotAllowed, "\(name)")
    }
    for name in ["SHIP", "ship_order", ""] {
      let refused = try await stage.redeem(token, scenario: ScenarioName(name)).refusal
      #expect(refused == .unacceptableValue, "\(name)")
    }
    #expect(try await !stage.harness.auditKinds().contains("action_refused"))
    let unknown = try await stage.harness.service.actions.options(
      LinkedOptionsRequest(scenario: ScenarioName("SHIP"), payload: [:]), session: stage.session)
    #expect(unknown.refusal == .unacceptableValue)
  }

  @Test("a token of another scenario of a host is refused")
  func otherScenario() async throws {
    let stage = try await Stage { $0.add(.openDoor) }
    let token = try await stage.token()
    #expect(
      try await stage.redeem(token, [:], scenario: DeclaredScenario.openDoor.name).refusal
        == .verificationFailed)
    let other = try await stage.harness.service.proofs.verify(
      stage.harness.linkedAssertion(.sample, stage.key, stage.session), session: stage.session
    ).get().verificationToken
    #expect(try await stage.redeem(other).refusal == .verificationFailed)
  }

  @Test(
    "a payload that none can have is refused with the field, at options and at redemption",
    arguments: [
      #"{"order":17,"address":"4 Marina Road, Lagos","parcels":2}"#,
      #"{"order":"17","address":"4 Marina Road, Lagos"}"#, "{}", "[]",
      #"{"order":"17","address":"4 Marina Road, Lagos","parcels":1.5}"#,
      #"{"order":"17","address":"4 Marina Road, Lagos","parcels":2,"colour":"red"}"#,
      #"{"order":"17","address":"4 Marina\u202E Road","parcels":2}"#,
    ])
  func payloads(_ text: String) async throws {
    let stage = try await Stage()
    let payload = try JSONValue(parsing: Array(text.utf8))
    let options = try await stage.harness.service.actions.options(
      LinkedOptionsRequest(scenario: .shipOrder, payload: payload), session: stage.session)
    #expect(options.refusal == .unacceptableValue)
    let token = try await stage.token()
    #expect(try await stage.redeem(token, payload).refusal == .unacceptableValue)
  }

  @Test("the options show the transaction as it will be compared")
  func options() async throws {
    let stage = try await Stage()
    let linked = try await stage.harness.service.actions.options(
      LinkedOptionsRequest(scenario: .shipOrder, payload: ServiceHarness.shipment),
      session: stage.session
    ).get()
    #expect(linked.document.title == "Send an order")
    #expect(linked.document.fields.map(\.label) == ["Order", "Address", "Parcels"])
    #expect(
      linked.document.fields.map(\.value)
        == [.text("17"), .text("4 Marina Road, Lagos"), .integer(2)])
    let layout = try #require(ChallengeLayout(linked.options.challenge.bytes))
    #expect(layout.isLinked)
  }

  @Test("a token that is late, forged, or whose session or key is over is refused")
  func over() async throws {
    let stage = try await Stage()
    let late = try await stage.token()
    stage.harness.clock.advance(seconds: 300)
    try await stage.harness.keepAlive(stage.session)
    #expect(try await stage.redeem(late).refusal == .tokenExpired)
    let ending = late.exposed.hasSuffix("AA") ? "QQ" : "AA"
    let forged = SecretText(String(late.exposed.dropLast(2)) + ending)
    #expect(try await stage.redeem(forged).refusal == .verificationFailed)
    let second = try await stage.harness.signUp()
    let ended = try await stage.harness.token(
      .shipOrder, ServiceHarness.shipment, stage.key, second)
    try await stage.harness.service.sessions.end(second)
    #expect(try await stage.redeem(ended).refusal == .verificationFailed)
    let revoked = try await stage.token()
    try await stage.harness.keepAlive(stage.session)
    _ = try await stage.harness.store.write { transaction in
      try transaction.execute("UPDATE credentials SET revoked_at = 1", [])
    }
    #expect(try await stage.redeem(revoked).refusal == .verificationFailed)
  }

  // Holds: host's actions
  @Test("twenty redemptions of one token at once: one holds")
  func race() async throws {
    let stage = try await Stage()
    let token = try await stage.token()
    let decisions = try await withThrowingTaskGroup { group in
      for _ in 0..<20 { group.addTask { try await stage.redeem(token) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(decisions.count { $0.refusal == nil } == 1)
    #expect(decisions.count { $0.refusal == .alreadyUsed } == 19)
  }

  @Test("a freshly recovered account redeems nothing: what it is worth is not known")
  func recovered() async throws {
    let stage = try await Stage()
    let token = try await stage.token()
    let now = stage.harness.clock.now().milliseconds
    _ = try await stage.harness.store.write { transaction in
      let account = SQLValue.text(stage.session.accountID.text)
      try transaction.execute(
        """
        INSERT INTO waits (id, account_id, reason, seconds, created_at, ends_at)
        VALUES ('wai_1', ?, 'recovered', 86400, ?, ?)
        """, [account, .integer(now), .integer(now + 86_400_000)])
      return try transaction.execute(
        "UPDATE credentials SET wait_id = 'wai_1' WHERE account_id = ?", [account])
    }
    #expect(try await stage.redeem(token).refusal == .recoveredLimit)
  }

  @Test("what became of a redemption is told the person by the challenge's id")
  func operation() async throws {
    let stage = try await Stage()
    let assertion = try await stage.harness.assertion(
      .shipOrder, ServiceHarness.shipment, stage.key, stage.session)
    let token = try await stage.harness.service.proofs.verify(assertion, session: stage.session)
      .get().verificationToken
    let client = try JSONObjectReader(JSONValue(parsing: assertion.clientDataJSON))
    var reader = client
    let challenge = try #require(Base64URL.decode(try reader.string("challenge")))
    let name = Base64URL.encode(try #require(ChallengeLayout(challenge)).id)
    #expect(
      try await stage.harness.service.actions.operation(name, session: stage.session).refusal
        == .notFound)
    _ = try await stage.redeem(token).get()
    let answer = try await stage.harness.service.actions.operation(name, session: stage.session)
      .get()
    #expect(answer.scenario == .shipOrder && answer.result == nil)
    #expect(try OperationAnswer(json: answer.json) == answer)
  }
}

/// A person with a key, and a host with a scenario of its own.
private struct Stage: Sendable {
  let harness: ServiceHarness
  let session: AuthenticatedSession
  let key: TestAuthenticator
  let host: AuthenticatedServiceKey

  init(change: (inout ServicePolicy) -> Void = { _ in }) async throws {
    (harness, session, key) = try await ServiceHarness.withKey {
      $0.addShipOrder()
      change(&$0)
    }
    host = try await harness.host(.transactions)
  }

  func token() async throws -> SecretText {
    try await harness.token(.shipOrder, ServiceHarness.shipment, key, session)
  }

  func redeem(
    _ token: SecretText, _ payload: JSONValue = ServiceHarness.shipment,
    scenario: ScenarioName = .shipOrder, key: String? = nil, host: AuthenticatedServiceKey? = nil
  ) async throws -> Decision<ActionResponse<RedemptionAnswer>> {
    try await harness.service.proofs.redeem(
      RedemptionRequest(verificationToken: token, scenario: scenario, payload: payload),
      idempotencyKey: key.map { try IdempotencyKey($0) }, host: host ?? self.host)
  }
}
