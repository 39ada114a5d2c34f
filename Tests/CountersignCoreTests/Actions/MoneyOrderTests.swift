import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("An action of a module")
struct MoneyOrderTests {
  // Holds: RTS-4.1
  @Test("a verification token sends money, and its replay executes nothing")
  func tokenBuysOnce() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let authenticator = try await harness.registerKey(session)
    let assertion = try await harness.unlinkedAssertion(authenticator, session)
    let verified = try await harness.service.proofs.verify(assertion, session: session).get()
    #expect(verified.expiresIn == 300)
    let request = SendMoneyRequest(
      payload: .sample, proof: .verificationToken(verified.verificationToken))
    let first = try await harness.send(request, session)
    #expect(first.answer.status == .completed)
    #expect(first.answer.balance == 4500)
    #expect(first.answer.timestamp == "2024-01-22T10:30:45Z")
    #expect(!first.isReplayed)
    let second = try await harness.send(request, session)
    #expect(second.isReplayed)
    #expect(second.answer == first.answer)
    #expect(harness.bank.orders.count == 1)
    #expect(try await harness.fault() == nil)
  }

  // Holds: RTS-4.1
  @Test("an assertion sent straight to the action sends money, and its replay executes nothing")
  func assertionBuysOnce() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let assertion = try await harness.linkedAssertion(.sample, authenticator, session)
    let request = SendMoneyRequest(payload: .sample, proof: .assertion(assertion))
    let first = try await harness.send(request, session)
    let second = try await harness.send(request, session)
    #expect(!first.isReplayed && second.isReplayed)
    #expect(first.answer == second.answer)
    #expect(try await harness.service.moneyOrders.balance(session) == 4500)
  }

  // Holds: RTS-4.1
  @Test(
    "RTS-4.1: 200 concurrent replays of a token, and of token and assertion mixed, execute one"
  )
  func concurrentReplaysExecuteOne() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let assertion = try await harness.linkedAssertion(.sample, authenticator, session)
    let token = try await harness.service.proofs.verify(assertion, session: session).get()
    let proofs: [Proof] = [.assertion(assertion), .verificationToken(token.verificationToken)]
    let outcomes = try await withThrowingTaskGroup { group in
      for index in 0..<200 {
        group.addTask {
          try await harness.send(
            SendMoneyRequest(payload: .sample, proof: proofs[index % 2]), session)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count == 200)
    #expect(outcomes.count(where: { !$0.isReplayed }) == 1)
    #expect(Set(outcomes.map(\.answer.transactionID)).count == 1)
    #expect(try await harness.service.moneyOrders.balance(session) == 4500)
    #expect(harness.bank.orders.count == 1)
    #expect(try await harness.fault() == nil)
  }

  @Test("the same proof with another body is already used, before and after it acted")
  func otherBodyIsRefused() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let assertion = try await harness.unlinkedAssertion(authenticator, session)
    let request = SendMoneyRequest(payload: .sample, proof: .assertion(assertion))
    _ = try await harness.send(request, session)
    var other = request
    other.payload.amount = 400
    #expect(try await harness.refusal(other, session) == .alreadyUsed)
    #expect(try await harness.service.moneyOrders.balance(session) == 4500)
  }

  // Holds: RTS-5.1
  @Test(
    "RTS-5.1: a linked proof is refused when any field of the transaction is another",
    arguments: 0..<4)
  func linkedProofHoldsForOneTransaction(field: Int) async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    try await harness.service.moneyOrders.store(
      Recipient("CHIKA", name: "Chika Eze", banks: ["alpha"]))
    let assertion = try await harness.linkedAssertion(.sample, authenticator, session)
    var payload = MoneyOrder.sample
    switch field {
    case 0: payload.amount = 501
    case 1: payload.recipient = "CHIKA"
    case 2: payload.isUrgent = !(payload.isUrgent ?? false)
    default: payload.bank = "beta"
    }
    let changed = SendMoneyRequest(payload: payload, proof: .assertion(assertion))
    #expect(try await harness.refusal(changed, session) == .transactionMismatch)
    // A refused proof spends nothing: the transaction that was signed still goes through.
    let honest = SendMoneyRequest(payload: .sample, proof: .assertion(assertion))
    #expect(try await harness.send(honest, session).answer.status == .completed)
  }

  // Holds: RTS-16
  @Test("an unlinked proof above the low-value limit is refused, a linked one acts")
  func aboveTheLimitOnlyLinkedActs() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    var payload = MoneyOrder.sample
    payload.amount = 1001
    let unlinked = try await harness.unlinkedAssertion(authenticator, session)
    let request = SendMoneyRequest(payload: payload, proof: .assertion(unlinked))
    #expect(try await harness.refusal(request, session) == .linkingRequired)
    let linked = try await harness.linkedAssertion(payload, authenticator, session)
    let answer = try await harness.send(
      SendMoneyRequest(payload: payload, proof: .assertion(linked)), session)
    #expect(answer.answer.balance == 3999)
  }

  // Holds: RTS-16
  @Test("RTS-16: after five unlinked actions the sixth needs linking, which starts the count anew")
  func fiveUnlinkedInARow() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    var payload = MoneyOrder.sample
    payload.amount = 50
    for _ in 0..<5 {
      let proof = try await harness.unlinkedAssertion(authenticator, session)
      _ = try await harness.send(
        SendMoneyRequest(payload: payload, proof: .assertion(proof)), session)
    }
    let sixth = try await harness.unlinkedAssertion(authenticator, session)
    let request = SendMoneyRequest(payload: payload, proof: .assertion(sixth))
    #expect(try await harness.refusal(request, session) == .linkingRequired)
    let linked = try await harness.linkedAssertion(payload, authenticator, session)
    _ = try await harness.send(
      SendMoneyRequest(payload: payload, proof: .assertion(linked)), session)
    #expect(try await harness.send(request, session).answer.status == .completed)
  }

  @Test("insufficient funds is refused and spends neither money nor proof")
  func insufficientFunds() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    var payload = MoneyOrder.sample
    payload.amount = 5001
    let proof = try await harness.linkedAssertion(payload, authenticator, session)
    let request = SendMoneyRequest(payload: payload, proof: .assertion(proof))
    #expect(try await harness.refusal(request, session) == .pocketTooSmall)
    #expect(try await harness.service.moneyOrders.balance(session) == 5000)
    #expect(try await harness.service.moneyOrders.list(session).isEmpty)
  }

  @Test("a bank's definite refusal gives the money back; an unknown outcome keeps it pending")
  func bankOutcomes() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    harness.bank.answer(.refused(reason: "no such subscriber"))
    let first = try await harness.linkedAssertion(.sample, authenticator, session)
    let failed = try await harness.send(
      SendMoneyRequest(payload: .sample, proof: .assertion(first)), session,
      try IdempotencyKey("failed"))
    #expect(failed.answer.status == .failed)
    #expect(failed.answer.balance == 5000)
    harness.bank.answer(.unknown(reason: "timeout"))
    let second = try await harness.linkedAssertion(.sample, authenticator, session)
    let pending = try await harness.send(
      SendMoneyRequest(payload: .sample, proof: .assertion(second)), session,
      try IdempotencyKey("pending"))
    #expect(pending.answer.status == .pending)
    #expect(pending.answer.balance == 4500)
    for status in [OperationStatus.failed, .pending] {
      let operation = try await harness.service.actions.operation(
        status.rawValue, session: session
      ).get()
      #expect(operation.status == status)
    }
    #expect(try await harness.fault() == nil)
  }

  @Test("an idempotency key gives the first operation again, and none other's")
  func idempotencyKey() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let key = try IdempotencyKey("purchase-1")
    let first = try await harness.linkedAssertion(.sample, authenticator, session)
    let bought = try await harness.send(
      SendMoneyRequest(payload: .sample, proof: .assertion(first)), session, key)
    let second = try await harness.linkedAssertion(.sample, authenticator, session)
    let again = try await harness.send(
      SendMoneyRequest(payload: .sample, proof: .assertion(second)), session, key)
    #expect(again.isReplayed && again.answer.transactionID == bought.answer.transactionID)
    let found = try await harness.service.actions.operation("purchase-1", session: session).get()
    #expect(found.result == bought.answer.json)
    let challengeID = try #require(
      ChallengeLayout(Self.challenge(of: first))?.id)
    let byChallenge = try await harness.service.actions.operation(
      Base64URL.encode(challengeID), session: session
    ).get()
    #expect(byChallenge == found)
    let stranger = try await harness.signUp("eve@example.com")
    for name in ["purchase-1", Base64URL.encode(challengeID)] {
      let foreign = try await harness.service.actions.operation(name, session: stranger)
      #expect(foreign.refusal == .notFound)
    }
    var other = MoneyOrder.sample
    other.amount = 400
    let third = try await harness.linkedAssertion(other, authenticator, session)
    let request = SendMoneyRequest(payload: other, proof: .assertion(third))
    #expect(try await harness.refusal(request, session, key) == .alreadyUsed)
  }

  @Test("an assertion that was verified acts straight as well, though its sign count is stored")
  func verifiedThenStraight() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let authenticator = try await harness.registerKey(session, signCount: 3)
    let assertion = try await harness.linkedAssertion(.sample, authenticator, session)
    _ = try await harness.service.proofs.verify(assertion, session: session).get()
    let request = SendMoneyRequest(payload: .sample, proof: .assertion(assertion))
    #expect(try await harness.send(request, session).answer.status == .completed)
  }

  // Holds: RTS-4.1
  @Test("two assertions over one challenge: the second is refused by either path")
  func oneAssertionPerChallenge() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let options = try await harness.service.actions.options(session: session).get()
    let first = try authenticator.assert(options)
    let second = try authenticator.assert(options)
    #expect(try await harness.service.proofs.verify(first, session: session).refusal == nil)
    let verified = try await harness.service.proofs.verify(second, session: session)
    #expect(verified.refusal == .alreadyUsed)
    let request = SendMoneyRequest(payload: .sample, proof: .assertion(second))
    #expect(try await harness.refusal(request, session) == .alreadyUsed)
  }

  @Test("a session that ended since it was authenticated buys nothing")
  func endedSession() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let proof = try await harness.linkedAssertion(.sample, authenticator, session)
    try await harness.service.sessions.end(session)
    let request = SendMoneyRequest(payload: .sample, proof: .assertion(proof))
    #expect(try await harness.refusal(request, session) == .sessionRequired)
  }

  @Test("without a bank nothing is sent: refused before anything is shown, signed or paid")
  func noBank() async throws {
    let harness = try await ServiceHarness(hasBank: false)
    let session = try await harness.signUp()
    let key = try await harness.registerKey(session)
    let options = try await harness.service.actions.options(
      LinkedOptionsRequest(scenario: .sendMoney, payload: MoneyOrder.sample.json), session: session)
    #expect(options.refusal == .bankMissing)
    let proof = try await harness.unlinkedAssertion(key, session)
    let request = SendMoneyRequest(payload: .sample, proof: .assertion(proof))
    #expect(try await harness.refusal(request, session) == .bankMissing)
    #expect(try await harness.service.moneyOrders.balance(session) == 5000)
  }

  @Test(
    "a replay is answered as it was, though the recipient changed since", arguments: [true, false])
  func changedRecipient(byKey: Bool) async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let proof = try await harness.linkedAssertion(.sample, authenticator, session)
    let request = SendMoneyRequest(payload: .sample, proof: .assertion(proof))
    let key = byKey ? try IdempotencyKey("buy-1") : nil
    let first = try await harness.send(request, session, key)
    try await harness.service.moneyOrders.store(
      Recipient("BOLA", name: "B. Ade", smallestAmount: 1000, banks: ["beta"]))
    // Nor does it say what is in the pocket by now.
    let later = MoneyOrder(amount: 1000, recipient: "BOLA")
    _ = try await harness.send(
      SendMoneyRequest(
        payload: later,
        proof: .assertion(try await harness.linkedAssertion(later, authenticator, session))),
      session)
    let second = try await harness.send(request, session, key)
    #expect(second.isReplayed)
    #expect(second.answer == first.answer)
  }

  @Test(
    "each field of the payload tells two bodies apart",
    arguments: [
      MoneyOrder(amount: 501, recipient: "BOLA"),
      MoneyOrder(amount: 500, recipient: "CHIKA"),
      MoneyOrder(
        amount: 500, recipient: "BOLA",
        bank: "beta"),
      MoneyOrder(
        amount: 500, recipient: "BOLA", isUrgent: true),
    ])
  func otherField(payload: MoneyOrder) async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let proof = Proof.assertion(try await harness.unlinkedAssertion(authenticator, session))
    let key = try IdempotencyKey("buy-1")
    _ = try await harness.send(SendMoneyRequest(payload: .sample, proof: proof), session, key)
    let other = SendMoneyRequest(payload: payload, proof: proof)
    #expect(try await harness.refusal(other, session, key) == .alreadyUsed)
    #expect(try await harness.refusal(other, session) == .alreadyUsed)
    // What is left out is the same as its default.
    var spelt = MoneyOrder.sample
    spelt.isUrgent = false
    let same = try await harness.send(SendMoneyRequest(payload: spelt, proof: proof), session, key)
    #expect(same.isReplayed)
  }

  // Holds: restore
  @Test("a clock set back revives nothing that was pruned")
  func notBefore() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let proof = try await harness.linkedAssertion(.sample, authenticator, session)
    let request = SendMoneyRequest(payload: .sample, proof: .assertion(proof))
    _ = try await harness.send(request, session)
    harness.clock.advance(seconds: 86_401)
    // Pruning ends sessions of that age too; this one is kept to try the proof with.
    try await harness.keepAlive(session)
    try await harness.service.prune()
    harness.clock.advance(seconds: -86_401)
    #expect(try await harness.refusal(request, session) == .challengeExpired)
    #expect(try await harness.service.moneyOrders.balance(session) == 4500)
    // What became of it can still be asked by its challenge.
    let id = try #require(ChallengeLayout(Self.challenge(of: proof))?.id)
    let found = try await harness.service.actions.operation(Base64URL.encode(id), session: session)
    #expect(found.refusal == nil)
  }

  // Holds: restore
  @Test("a clock set back revives nothing that was pruned, though a clock ahead had issued it")
  func notBeforeWithTolerance() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    harness.clock.advance(seconds: 30)
    let proof = try await harness.linkedAssertion(.sample, authenticator, session)
    harness.clock.advance(seconds: -30)
    let request = SendMoneyRequest(payload: .sample, proof: .assertion(proof))
    _ = try await harness.send(request, session)
    harness.clock.advance(milliseconds: 86_400_001)
    try await harness.keepAlive(session)
    try await harness.service.prune()
    #expect(try await harness.count("spent") == 0)
    harness.clock.advance(milliseconds: -86_400_001)
    #expect(try await harness.refusal(request, session) == .challengeExpired)
    #expect(try await harness.service.moneyOrders.balance(session) == 4500)
  }

  @Test("a proof past its time is refused, but its replay is answered")
  func expiry() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let used = SendMoneyRequest(
      payload: .sample,
      proof: .assertion(try await harness.linkedAssertion(.sample, authenticator, session)))
    let unused = SendMoneyRequest(
      payload: .sample,
      proof: .assertion(try await harness.linkedAssertion(.sample, authenticator, session)))
    let first = try await harness.send(used, session)
    harness.clock.advance(milliseconds: 90_001)
    #expect(try await harness.refusal(unused, session) == .challengeExpired)
    #expect(try await harness.send(used, session).answer == first.answer)
  }

  @Test("the challenge's age is checked to the millisecond, from −30 s to timeout + 30 s")
  func challengeAge() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    for (age, accepted) in [(-30_001, false), (-30_000, true), (90_000, true), (90_001, false)] {
      let proof = try await harness.linkedAssertion(.sample, authenticator, session)
      harness.clock.advance(milliseconds: Int64(age))
      let decision = try await harness.service.proofs.verify(proof, session: session)
      #expect(decision.refusal == (accepted ? nil : .challengeExpired), "age \(age)")
      harness.clock.advance(milliseconds: -Int64(age))
    }
  }

  private static func challenge(of assertion: AssertionResponse) -> [UInt8] {
    (try? CollectedClientData(parsing: assertion.clientDataJSON).challenge.bytes) ?? []
  }
}
