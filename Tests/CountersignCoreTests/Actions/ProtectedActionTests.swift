import CountersignCore
import CountersignTesting
import Synchronization
import Testing
import WebAuthnModel
import WireModel

@Suite("What an action need not say")
struct ProtectedActionTests {
  @Test("an action of five members takes a linked key or its token, and no other proof")
  func fiveMembers() async throws {
    let harness = try await ServiceHarness(modules: [Gatehouse()])
    let session = try await harness.signUp()
    let key = try await harness.registerKey(session)
    let gate: JSONValue = ["gate": "north"]
    let scenario = OpenGate().scenario
    func open(_ payload: JSONValue, _ proof: Proof) async throws -> Reason? {
      try await harness.service.actions.perform(
        scenario, ActionRequest(payload: payload, proof: proof), idempotencyKey: nil,
        session: session
      ).refusal
    }
    #expect(try await open(gate, .pin(SecretText("258036"))) == .proofNotAllowed)
    let signed = Proof.assertion(try await harness.assertion(scenario, gate, key, session))
    #expect(try await open(["gate": "south"], signed) == .transactionMismatch)
    #expect(try await harness.count("gates WHERE open = 1") == 0)
    #expect(try await open(gate, signed) == nil)
    #expect(try await harness.count("gates WHERE open = 1") == 1)
    #expect(try await harness.auditKinds().last == "gate_opened")
    let token = try await harness.token(scenario, gate, key, session)
    #expect(try await open(gate, .verificationToken(token)) == nil)
    #expect(try await harness.auditKinds().count { $0 == "gate_opened" } == 2)
    #expect(try await harness.fault() == nil)
  }

  @Test("an equal request by a PIN a moment later is a possible duplicate where a value moves")
  func duplicates() async throws {
    let (harness, session) = try await Self.withPIN()
    func pay(_ gate: String, _ key: String? = nil) async throws -> Refusal? {
      let outcome = try await Self.pay(PayGate(), gate, harness, session, key)
      if case .failure(let refusal) = outcome { return refusal } else { return nil }
    }
    #expect(try await pay("north") == nil)
    let first = try #require(
      try await harness.store.rows("SELECT id FROM operations WHERE scenario = 'PAY_GATE'", [])
        .first?.text(0))
    let second = try await pay("north")
    #expect(second?.reason == .possibleDuplicate)
    #expect(second?.firstTransactionID == first)
    #expect(try await pay("south") == nil)
    #expect(try await pay("north", "meant") == nil)
    harness.clock.advance(seconds: 61)
    #expect(try await pay("north") == nil)
  }

  @Test("a session that has proved nothing is not told which operation a duplicate is of")
  func duplicateOfAnotherSession() async throws {
    let (harness, session) = try await Self.withPIN()
    #expect(try await Self.pay(PayGate(), "north", harness, session).refusal == nil)
    let other = try await harness.signUp()
    let guess = Proof.codes(validateCode: SecretText("000000"), otp: nil, twoFactorCode: nil)
    for proof in [guess, .pin(SecretText("258036"))] {
      let outcome = try await harness.service.pipeline.perform(
        PayGate(), ActionCall(caller: .session(other), request: "north", proof: proof))
      guard case .failure(let refusal) = outcome else {
        Issue.record("the second payment was not refused")
        return
      }
      #expect(refusal.reason == .possibleDuplicate)
      #expect(refusal.firstTransactionID == nil)
    }
  }

  @Test("an equal request is executed again where no value moves")
  func repetitionWithoutValue() async throws {
    let (harness, session) = try await Self.withPIN()
    for _ in 0..<2 {
      #expect(try await Self.pay(PayGate(), "free", harness, session).refusal == nil)
    }
    #expect(try await harness.count("operations WHERE scenario = 'PAY_GATE'") == 2)
  }

  @Test("a value that moves by a fact of the transaction alone is held against the minute before")
  func duplicateOfChangedFacts() async throws {
    let (harness, session) = try await Self.withPIN()
    #expect(try await Self.pay(PayGate(), "north", harness, session).refusal == nil)
    // Free when the person was shown it, and no more when it is executed.
    try await Self.setFee(0, harness)
    let gate = PayGate { try await Self.setFee(500, harness) }
    #expect(try await Self.pay(gate, "north", harness, session).refusal == .possibleDuplicate)
    #expect(gate.documents.value == 2)
    #expect(try await harness.count("operations WHERE scenario = 'PAY_GATE'") == 1)
  }

  @Test("a document is made once where its facts stay")
  func documentOfEqualFacts() async throws {
    let (harness, session) = try await Self.withPIN()
    let gate = PayGate()
    #expect(try await Self.pay(gate, "north", harness, session).refusal == nil)
    #expect(gate.documents.value == 1)
    #expect(try await Self.feePaid(harness) == 500)
  }

  @Test("a document is made again where its facts changed, and the new facts are executed")
  func documentOfChangedFacts() async throws {
    let (harness, session) = try await Self.withPIN()
    let gate = PayGate { try await Self.setFee(700, harness) }
    #expect(try await Self.pay(gate, "north", harness, session).refusal == nil)
    #expect(gate.documents.value == 2)
    #expect(try await Self.feePaid(harness) == 700)
  }

  @Test("an execution wakes the streams that it names, after its commit")
  func topics() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let review = try await harness.review()
    let assertion = try await harness.reviewAssertion(review, key, session)
    let feed = try harness.service.reviews.events(after: nil, session: session).get()
    let (wakes, waker) = AsyncStream<Void>.makeStream()
    let end = try harness.service.changeBell.listen(to: feed.topic, waking: waker)
    _ = try await harness.approve(review, .assertion(assertion), session)
    end()
    waker.finish()
    #expect(await wakes.reduce(0) { count, _ in count + 1 } == 1)
  }

  private static func withPIN() async throws -> (ServiceHarness, AuthenticatedSession) {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    try await harness.setPIN("258036", session)
    return (harness, session)
  }

  private static func pay(
    _ action: PayGate, _ gate: String, _ harness: ServiceHarness, _ session: AuthenticatedSession,
    _ key: String? = nil
  ) async throws -> Decision<ActionOutcome<Bool>> {
    try await harness.service.pipeline.perform(
      action,
      ActionCall(
        caller: .session(session), request: gate, proof: .pin(SecretText("258036")),
        idempotencyKey: try key.map { try IdempotencyKey($0) }))
  }

  private static func setFee(_ fee: Int64, _ harness: ServiceHarness) async throws {
    _ = try await harness.store.write {
      try $0.execute(
        """
        INSERT INTO settings (name, value) VALUES ('gate_fee', ?)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """, [.integer(fee)])
    }
  }

  private static func feePaid(_ harness: ServiceHarness) async throws -> JSONValue? {
    let details = try JSONValue(parsing: Array(try await harness.auditDetails("gate_paid").utf8))
    guard case .object(let noted) = details else { return nil }
    return noted["fee"]
  }
}

/// Opens a gate for its fee, which the store says; it counts how often its document was made.
private struct PayGate: ProtectedAction {
  let scenario = ScenarioName("PAY_GATE")
  let documents = Counter()
  /// Happens between the snapshot and the transaction.
  var meanwhile: @Sendable () async throws -> Void = {}

  init(_ meanwhile: @escaping @Sendable () async throws -> Void = {}) {
    self.meanwhile = meanwhile
  }

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    ProofRequirements(kinds: [.pin, .validateCode])
  }

  func bodyHash(of gate: String) -> [UInt8] { BodyHash.of(name, [.text(gate)]) }

  /// The fee, in minor units.
  func facts(of gate: String, for caller: Caller, at now: Timestamp) -> FactsQuery<Int64> {
    FactsQuery([SQLStatement("SELECT value FROM settings WHERE name = 'gate_fee'")]) { rows, _ in
      try rows[0].first?.integer(0) ?? 500
    }
  }

  func document(
    for gate: String, _ fee: Int64, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    documents.add()
    let money = Money(fee, "NGN", exponent: 2)
    let isFree = gate == "free" || fee == 0
    var fields = [Document.Field("gate", label: "Gate", .text(gate))]
    if !isFree { fields.append(Document.Field("fee", label: "Fee", .money(money))) }
    return try ActionDocument(
      Document(scenario: scenario, language: .english, title: "Pay at a gate", fields: fields),
      value: isFree ? .none : .amount(money))
  }

  func prepare(
    _ gate: String, for caller: Caller, at now: Timestamp, _ random: any RandomBytes
  ) async throws { try await meanwhile() }

  func execute(
    _ gate: String, _ prepared: Void, _ fee: Int64, in context: ActionContext
  ) -> Execution { Execution("gate_paid", details: ["fee": .integer(fee)]) }

  func result(of operation: StoredOperation) -> Bool { true }
}

private final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func add() { count.withLock { $0 += 1 } }
}
