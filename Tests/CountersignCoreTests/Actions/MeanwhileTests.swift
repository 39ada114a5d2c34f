import CountersignTesting
import Synchronization
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore

@Suite("What changes between the snapshot and the transaction")
struct MeanwhileTests {
  @Test(
    "each fact that decides is read again in the transaction, and what changed refuses the action",
    arguments: Meanwhile.allCases)
  func change(_ meanwhile: Meanwhile) async throws {
    let stage = try await MeanwhileStage(meanwhile)
    let before = try await stage.executed()
    let (refusal, prepared) = try await stage.perform(meanwhile)
    #expect(refusal == meanwhile.reason)
    #expect(prepared == 1)
    #expect(try await stage.executed() == before)
    #expect(try await stage.harness.auditKinds().last == "action_refused")
    // A pocket from which money was taken by hand is a fault of the books.
    let isFault = try await stage.harness.fault() != nil
    #expect(isFault == (meanwhile == .actionRowsChanged))
  }

  @Test("without a change the same requests are executed", arguments: Meanwhile.allCases)
  func noChange(_ meanwhile: Meanwhile) async throws {
    let stage = try await MeanwhileStage(meanwhile)
    let before = try await stage.executed()
    let (refusal, prepared) = try await stage.perform(nil)
    #expect(refusal == meanwhile.reasonWithoutChange)
    #expect(prepared == 1)
    #expect(try await (stage.executed() == before) == (meanwhile.reasonWithoutChange != nil))
  }

  @Test("a request that was executed meanwhile under the same key is answered with its operation")
  func executedMeanwhile() async throws {
    let stage = try await MeanwhileStage(.sessionEnded)
    let key = try IdempotencyKey("once")
    let before = try await stage.executed()
    let inner = Mutex<ActionOutcome<OperationAnswer>?>(nil)
    let (outer, prepared) = try await stage.perform(under: key) {
      let first = try await stage.perform(under: key) {}.outcome.get()
      inner.withLock { $0 = first }
    }
    guard case .done(let first) = inner.withLock({ $0 }), case .done(let second) = try outer.get()
    else {
      Issue.record("one of the two was not executed")
      return
    }
    #expect(!first.isReplayed && second.isReplayed)
    #expect(first.answer == second.answer)
    #expect(prepared == 1)
    #expect(try await stage.executed().count == before.count + 2)
    #expect(try await stage.harness.fault() == nil)
  }
}

/// A change of the world while an action prepares: after its snapshot, before its transaction.
enum Meanwhile: String, CaseIterable, Sendable {
  case sessionEnded
  case passkeyRevoked
  case passkeyWaits
  case pinRemoved
  case devicePINChanged
  case deviceRevoked
  case factorAdded
  case challengeUsed
  case lowValuesCounted
  case lowValueLimitReached
  case codesDisabled
  case deadlinePassed
  case storeForgotten
  case documentChanged
  case actionRowsChanged

  /// Why the action is refused.
  var reason: Reason {
    switch self {
    case .sessionEnded: .sessionRequired
    case .passkeyRevoked, .pinRemoved, .devicePINChanged, .deviceRevoked: .verificationFailed
    case .passkeyWaits: .recoveredLimit
    case .factorAdded: .insufficientUserAuthentication
    case .challengeUsed: .alreadyUsed
    case .lowValuesCounted, .lowValueLimitReached: .linkingRequired
    case .codesDisabled: Refusal.codesDisabled.reason
    case .deadlinePassed, .storeForgotten: .challengeExpired
    case .documentChanged: .transactionMismatch
    case .actionRowsChanged: .pocketTooSmall
    }
  }

  /// Why the same request is refused without a change; nil if it is executed.
  var reasonWithoutChange: Reason? {
    // The mailed code alone is right, and there is no telephone for a second one.
    self == .codesDisabled ? Refusal.phoneMissing.reason : nil
  }
}

/// An account with the factor that a change is about, and a request with a proof by it.
struct MeanwhileStage: Sendable {
  let harness: ServiceHarness
  private let session: AuthenticatedSession
  private let proof: UnverifiedProof
  private let challengeID: [UInt8]?
  private let payload: MoneyOrder

  init(_ meanwhile: Meanwhile) async throws {
    let wireProof: Proof?
    var payload = MoneyOrder.sample
    switch meanwhile {
    case .pinRemoved, .lowValuesCounted, .lowValueLimitReached:
      harness = try await ServiceHarness()
      session = try await harness.signUp()
      try await harness.setPIN("258036", session)
      wireProof = .pin(SecretText("258036"))
    case .devicePINChanged, .deviceRevoked:
      let (harness, session, device) = try await ServiceHarness.withDevice()
      (self.harness, self.session) = (harness, session)
      wireProof = .pinProof(
        try device.pinProof("258036", over: try await harness.pinChallenge(payload, session)))
    case .factorAdded:
      harness = try await ServiceHarness()
      session = try await harness.signUp()
      wireProof = nil
    case .codesDisabled:
      harness = try await ServiceHarness()
      session = try await harness.signUp()
      let test = LinkedOptionsRequest(scenario: .testBiometrics, payload: [:])
      _ = try await harness.service.codeRequests.make(
        CodeRequest(approving: test), session: session, from: .local
      ).get()
      wireProof = .codes(
        validateCode: try await harness.newestCode(to: "ada@example.com"), otp: nil,
        twoFactorCode: nil)
    default:
      let key: TestAuthenticator
      (harness, session, key) = try await ServiceHarness.withKey()
      // More than a low value, so that a wait of the key matters.
      if meanwhile == .passkeyWaits { payload.amount = 1500 }
      wireProof = .assertion(try await harness.linkedAssertion(payload, key, session))
    }
    self.payload = payload
    proof = UnverifiedProof(wireProof)
    challengeID = try wireProof?.challengeID
  }

  /// Performs the stage's action; with a change, while the action prepares.
  ///
  /// - Returns: Why it was refused, and how often it prepared.
  func perform(_ change: Meanwhile?) async throws -> (refusal: Reason?, prepared: Int) {
    let (outcome, prepared) = try await perform(under: nil) {
      if let change { try await make(change) }
    }
    switch outcome {
    case .failure(let refusal): return (refusal.reason, prepared)
    case .success(.otpRequired): return (.proofRequired, prepared)
    case .success(.done): return (nil, prepared)
    }
  }

  /// Performs the stage's action under a key, with something that happens while it prepares.
  func perform(
    under key: IdempotencyKey?, meanwhile: @escaping @Sendable () async throws -> Void
  ) async throws -> (outcome: Decision<ActionOutcome<OperationAnswer>>, prepared: Int) {
    let prepared = Mutex(0)
    let happening: @Sendable () async throws -> Void = {
      prepared.withLock { $0 += 1 }
      try await meanwhile()
    }
    let outcome: Decision<ActionOutcome<OperationAnswer>>
    switch proof {
    case .nothing:
      let all = HappeningAction(
        base: RevokeSelected<CredentialID>(audit: AuditTrail(keyring: harness.keyring)),
        happening: happening)
      outcome = try await perform(all, .all, under: key)
    case .codes:
      outcome = try await perform(
        HappeningAction(base: TestBiometrics(), happening: happening), (), under: key)
    default:
      let order = try harness.service.actions.registry.action(of: .sendMoney)
      outcome = try await perform(order, under: key, happening)
    }
    return (outcome, prepared.withLock { $0 })
  }

  private func perform<Action: ScenarioAction>(
    _ action: Action, under key: IdempotencyKey?,
    _ happening: @escaping @Sendable () async throws -> Void
  ) async throws -> Decision<ActionOutcome<OperationAnswer>> {
    try await perform(
      HappeningAction(base: action, happening: happening),
      action.request(of: payload.json), under: key)
  }

  private func perform<Action: ProtectedAction>(
    _ action: Action, _ request: Action.Request, under key: IdempotencyKey?
  ) async throws -> Decision<ActionOutcome<OperationAnswer>> {
    try await harness.service.pipeline.perform(
      action,
      ActionCall(caller: .session(session), request: request, proof: proof, idempotencyKey: key)
    ) { OperationAnswer($0, result: nil) }
  }

  /// What was executed.
  func executed() async throws -> [String] {
    var found: [String] = []
    for table in ["operations", "money_orders"] {
      found += try await harness.rows(of: table) ?? []
    }
    return found
  }

  /// Changes the world.
  private func make(_ change: Meanwhile) async throws {
    let account = SQLValue.text(session.accountID.text)
    let now = harness.clock.now().milliseconds
    switch change {
    case .sessionEnded: try await write("UPDATE sessions SET ended_at = ?", [.integer(now)])
    case .passkeyRevoked:
      try await write("UPDATE credentials SET revoked_at = ?", [.integer(now)])
    case .passkeyWaits:
      try await write(
        """
        INSERT INTO waits (id, account_id, reason, seconds, created_at, ends_at)
        VALUES ('wai_1', ?, 'recovered', 86400, ?, ?)
        """, [account, .integer(now), .integer(now + 86_400_000)])
      try await write("UPDATE credentials SET wait_id = 'wai_1'", [])
    case .pinRemoved: try await write("DELETE FROM pins", [])
    case .devicePINChanged: try await write("UPDATE devices SET pin_generation = 2", [])
    case .deviceRevoked: try await write("UPDATE devices SET revoked_at = ?", [.integer(now)])
    case .factorAdded: try await write("UPDATE accounts SET first_factor_at = ?", [.integer(now)])
    case .challengeUsed: try await useChallenge(at: now)
    case .lowValuesCounted, .lowValueLimitReached:
      let (actions, total): (Int64, Int64) =
        change == .lowValueLimitReached ? (1, 500_000) : (5, 5)
      try await write(
        "INSERT INTO low_value (account_id, currency, actions, total) VALUES (?, 'NGN', ?, ?)",
        [account, .integer(actions), .integer(total)])
    case .codesDisabled:
      try await write(
        "INSERT INTO code_failures (account_id, path, failures) VALUES (?, 'first', 1000)",
        [account])
    case .deadlinePassed:
      harness.clock.advance(seconds: 1000)
      try await harness.keepAlive(session)
    case .storeForgotten:
      try await write(
        """
        INSERT INTO settings (name, value) VALUES ('not_before', ?)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """, [.integer(now + 1)])
    case .documentChanged: try await write("UPDATE recipients SET name = 'Mallory'", [])
    case .actionRowsChanged: try await write("UPDATE pockets SET balance = 1", [])
    }
  }

  /// Has another action use the challenge of the proof.
  private func useChallenge(at now: Int64) async throws {
    let challenge = try #require(challengeID)
    let evidence: [UInt8] = try await harness.store.read {
      try $0.seal(of: session.accountID).seal([], at: SpentRow.place(challenge))
    }
    try await write(
      """
      INSERT INTO spent (challenge_id, account_id, assertion_hash, scenario, stage, evidence, at)
      VALUES (?, ?, ?, 'TEST_BIOMETRICS', 'acted', ?, ?)
      """,
      [
        .blob(challenge), .text(session.accountID.text), .blob([7]), .blob(evidence),
        .integer(now),
      ])
  }

  private func write(_ sql: String, _ values: [SQLValue]) async throws {
    _ = try await harness.store.write { try $0.execute(sql, values) }
  }
}

/// An action during whose preparation something happens.
private struct HappeningAction<Base: ProtectedAction>: ProtectedAction {
  let base: Base
  let happening: @Sendable () async throws -> Void

  var name: String { base.name }
  var scenario: ScenarioName { base.scenario }

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    base.requirements(in: policy)
  }

  func bodyHash(of request: Base.Request) throws(Refusal) -> [UInt8] {
    try base.bodyHash(of: request)
  }

  func facts(
    of request: Base.Request, for caller: Caller, at now: Timestamp
  ) -> FactsQuery<Base.Facts> { base.facts(of: request, for: caller, at: now) }

  func document(
    for request: Base.Request, _ facts: Base.Facts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument { try base.document(for: request, facts, in: words) }

  func prepare(
    _ request: Base.Request, for caller: Caller, at now: Timestamp, _ random: any RandomBytes
  ) async throws -> Base.Prepared {
    try await happening()
    return try await base.prepare(request, for: caller, at: now, random)
  }

  func execute(
    _ request: Base.Request, _ prepared: Base.Prepared, _ facts: Base.Facts,
    in context: ActionContext
  ) throws -> Execution { try base.execute(request, prepared, facts, in: context) }

  func result(of operation: StoredOperation) throws -> Base.Result {
    try base.result(of: operation)
  }
}
