import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore

@Suite("The PIN in a body")
struct PINTests {
  static let pin = "258036"

  @Test("the PIN sends money in one call")
  func buys() async throws {
    let (harness, session) = try await withPIN()
    let outcome = try await harness.sendByPIN(Self.pin, session, "key-1").get()
    #expect(outcome.answer.balance == 4500)
    #expect(try await harness.fault() == nil)
  }

  // Holds: RTS-4.3b
  @Test("RTS-4.3b: at most five wrong PINs in a row, then even the right one is refused")
  func fiveAttempts() async throws {
    let (harness, session) = try await withPIN()
    for attempt in 1...5 {
      let refusal = try await harness.sendByPIN("000001", session).refusal
      #expect(refusal == (attempt < 5 ? .verificationFailed : .secondFactorBlocked))
      harness.clock.advance(seconds: 121)
    }
    #expect(try await harness.sendByPIN(Self.pin, session).refusal == .secondFactorBlocked)
    #expect(try await harness.service.secondFactors.show(session).isBlocked)
  }

  // Holds: peer-count
  @Test("a right PIN resets the count; a proof by possession alone does not")
  func resets() async throws {
    let (harness, session) = try await withPIN()
    _ = try await harness.sendByPIN("000001", session)
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 1)
    let proof = try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(proof: .pin(SecretText(Self.pin))), session: session
    ).get()
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
    let authenticator = try harness.newAuthenticator()
    _ = try await harness.service.credentials.register(
      authenticator.register(proof), session: session
    ).get()
    _ = try await harness.sendByPIN("000001", session)
    let assertion = try await harness.linkedAssertion(.sample, authenticator, session)
    _ = try await harness.send(
      SendMoneyRequest(payload: .sample, proof: .assertion(assertion)), session)
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 1)
  }

  @Test("after the second, third and fourth wrong PIN the next is taken only later")
  func penalties() async throws {
    let (harness, session) = try await withPIN()
    _ = try await harness.sendByPIN("000001", session)
    for wait: Int64 in [5, 30, 120] {
      #expect(try await harness.sendByPIN("000001", session).refusal == .verificationFailed)
      let decision = try await harness.sendByPIN(Self.pin, session)
      #expect(decision.refusal == .penalised)
      if case .failure(let refusal) = decision { #expect(refusal.retryAfterSeconds == wait) }
      #expect(try await harness.service.secondFactors.show(session).penalisedFor == wait)
      harness.clock.advance(seconds: wait)
    }
    #expect(try await harness.sendByPIN(Self.pin, session).refusal == nil)
  }

  // Holds: RTS-4.4, ASVS-6.3.5/7
  @Test("RTS-4.4: the person is told on the fourth wrong PIN, before the block")
  func notices() async throws {
    let (harness, session) = try await withPIN()
    for attempt in 1...5 {
      _ = try await harness.sendByPIN("000001", session)
      harness.clock.advance(seconds: 121)
      await harness.deliverMessages()
      let notices = harness.messenger.notices(to: "ada@example.com")
      #expect(notices.contains(.pinAlmostBlocked) == (attempt >= 4))
      #expect(notices.contains(.pinBlocked) == (attempt >= 5))
    }
  }

  // Holds: RTS-4.3b
  @Test("30 guesses at once get at most 5 answers")
  func parallelGuesses() async throws {
    let (harness, session) = try await withPIN()
    let refusals = try await withThrowingTaskGroup { group in
      for index in 0..<30 {
        group.addTask { try await harness.sendByPIN("00000\(index % 10)", session).refusal }
      }
      return try await group.reduce(into: [Reason?]()) { $0.append($1) }
    }
    let answers = refusals.count { $0 == .verificationFailed || $0 == .secondFactorBlocked }
    #expect((1...5).contains(answers))
    #expect(refusals.count { $0 == nil } == 0)
  }

  // Holds: RTS-4.3b
  @Test("an attempt that a crash left in flight stays counted")
  func crashInFlight() async throws {
    let (harness, session) = try await withPIN()
    try await harness.store.write { transaction in
      let until = harness.clock.now().adding(seconds: 10).milliseconds
      try transaction.execute(
        "INSERT INTO attempts VALUES (?, 1, 0, ?, NULL)",
        [.text("pin:\(session.accountID.text)"), .integer(until)])
    }
    #expect(try await harness.sendByPIN(Self.pin, session).refusal == .attemptInProgress)
    harness.clock.advance(seconds: 11)
    _ = try await harness.sendByPIN("000001", session)
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 2)
  }

  @Test("a wrong code is refused before the new PIN is hashed")
  func wrongCodeCostsNoHash() async throws {
    // With this cost scrypt fails: whoever hashes first gives no refusal.
    let harness = try await ServiceHarness { $0.pin.scryptRounds = 3 }
    let session = try await harness.signUp()
    _ = try await harness.code(.setPIN, session, to: "ada@example.com")
    let decision = try await harness.service.pins.set(
      SetPINRequest(pin: SecretText(Self.pin), entitlement: .validateCode(SecretText("no code"))),
      session: session)
    #expect(decision.refusal == .verificationFailed)
  }

  // Holds: ASVS-6.2.3
  @Test("the PIN is replaced with the old PIN and with nothing else")
  func changing() async throws {
    let (harness, session) = try await withPIN()
    let code = try await harness.code(.setPIN, session, to: "ada@example.com")
    let byCode = try await harness.service.pins.set(
      SetPINRequest(pin: SecretText("924715"), entitlement: .validateCode(code)), session: session)
    #expect(byCode.refusal == .insufficientUserAuthentication)
    let wrongOld = try await harness.service.pins.set(
      SetPINRequest(pin: SecretText("924715"), entitlement: .oldPIN(SecretText("111222"))),
      session: session)
    #expect(wrongOld.refusal == .verificationFailed)
    _ = try await harness.service.pins.set(
      SetPINRequest(pin: SecretText("924715"), entitlement: .oldPIN(SecretText(Self.pin))),
      session: session
    ).get()
    #expect(try await harness.sendByPIN(Self.pin, session).refusal == .verificationFailed)
    #expect(try await harness.sendByPIN("924715", session).refusal == nil)
  }

  @Test("a PIN that is not there, or not any more, is worth nothing")
  func gone() async throws {
    let (harness, session) = try await withPIN()
    let levels = FactorLevels(policy: ServicePolicy())
    func worth() async throws -> FactorWorth {
      try await harness.store.read { transaction in
        try levels.worth(
          of: .pin, of: session.accountID, at: harness.clock.now(), in: transaction)
      }
    }
    #expect(try await worth() == .weak)
    _ = try await harness.store.write { try $0.execute("DELETE FROM pins", []) }
    #expect(try await worth() == .unproved)
    #expect(try await harness.sendByPIN(Self.pin, session).refusal == .pinMissing)
  }

  @Test("a PIN is not replaced by itself, whether or not it is the old one; no try is counted")
  func unchanged() async throws {
    let (harness, session) = try await withPIN()
    func set(_ pin: String, _ entitlement: SetPINRequest.Entitlement) async throws -> Reason? {
      try await harness.service.pins.set(
        SetPINRequest(pin: SecretText(pin), entitlement: entitlement), session: session
      ).refusal
    }
    for pin in [Self.pin, "924715"] {
      #expect(try await set(pin, .oldPIN(SecretText(pin))) == .pinUnchanged)
      #expect(try await set(pin, .proof(.pin(SecretText(pin)))) == .pinUnchanged)
    }
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
    #expect(try await set("924715", .oldPIN(SecretText(Self.pin))) == nil)
  }

  // Holds: ASVS-6.2.3
  @Test("a PIN is not replaced by a proof of another factor, which sets the first one")
  func proofOfAnotherFactor() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    func set(_ pin: String) async throws -> Reason? {
      let options = try await harness.service.actions.options(
        LinkedOptionsRequest(changing: .setPIN), session: session
      ).get()
      let proof = Proof.assertion(try key.assert(options.options))
      return try await harness.service.pins.set(
        SetPINRequest(pin: SecretText(pin), entitlement: .proof(proof)), session: session
      ).refusal
    }
    #expect(try await set(Self.pin) == nil)
    #expect(try await set("924715") == .insufficientUserAuthentication)
    #expect(try await harness.sendByPIN(Self.pin, session).refusal == nil)
  }

  @Test("a PIN that is easily guessed is refused", arguments: ["1111", "1234", "987654", "1212"])
  func trivial(pin: String) async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let request = SetPINRequest(
      pin: SecretText(pin), entitlement: .validateCode(SecretText("000000")))
    #expect(try await harness.service.pins.set(request, session: session).refusal == .pinTooSimple)
  }

  @Test("a PIN that is none is refused", arguments: ["", "123", "1234567890123", "12a4", "１２３４"])
  func malformed(pin: String) async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let request = SetPINRequest(
      pin: SecretText(pin), entitlement: .validateCode(SecretText("000000")))
    #expect(
      try await harness.service.pins.set(request, session: session).refusal == .unacceptableValue)
  }

  @Test("the same purchase without a key within a minute is a possible duplicate")
  func duplicates() async throws {
    let (harness, session) = try await withPIN()
    let first = try await harness.sendByPIN(Self.pin, session).get()
    guard case .failure(let refusal) = try await harness.sendByPIN(Self.pin, session) else {
      Issue.record("the second purchase was not refused")
      return
    }
    #expect(refusal.reason == .possibleDuplicate)
    #expect(refusal.firstTransactionID == first.answer.transactionID)
    #expect(try await harness.sendByPIN(Self.pin, session, "meant").refusal == nil)
    harness.clock.advance(seconds: 61)
    #expect(try await harness.sendByPIN(Self.pin, session).refusal == nil)
  }

  @Test("what is no PIN by its form costs no attempt")
  func noPIN() async throws {
    let (harness, session) = try await withPIN()
    for pin in ["", "12", "12a456", String(repeating: "1", count: 13)] {
      #expect(try await harness.sendByPIN(pin, session, "once").refusal == .unacceptableValue)
    }
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
  }

  @Test("a retry with its idempotency key costs no attempt and executes nothing")
  func retries() async throws {
    let (harness, session) = try await withPIN()
    let first = try await harness.sendByPIN(Self.pin, session, "once").get()
    let again = try await harness.sendByPIN("000001", session, "once").get()
    #expect(again.isReplayed && again.answer == first.answer)
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
  }

  private func withPIN() async throws -> (ServiceHarness, AuthenticatedSession) {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    try await harness.setPIN(Self.pin, session)
    return (harness, session)
  }
}
