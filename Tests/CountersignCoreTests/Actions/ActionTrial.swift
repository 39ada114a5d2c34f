import CountersignSQLite
import CountersignTesting
import RelyingParty
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore

/// A protected action as the table of ``ActionPipelineTests`` tries it.
struct ActionTrial: Sendable, CustomTestStringConvertible {
  /// Its name in the rows of refusals.
  let name: String
  /// The kind of the row of an execution.
  let event: String
  /// The fields by which its rows name the caller.
  var caller: Set = ["session"]
  /// Why its repetition on the same proof is refused; nil where it is answered again.
  var reasonOfRepetition: Reason?
  /// Whether it uses the proof up; if not, the same proof does it again, as an operation more.
  var usesProofUp = true
  /// A policy under which the document of a sound request is refused.
  var refusingPolicy: (@Sendable (inout ServicePolicy) -> Void)?
  /// Why each step refuses it; a step that can refuse nothing of it is not in the table.
  let refusals: [ActionFault: Reason]
  /// The refusals that count as an attempt at a factor.
  let counted: Set<ActionFault>
  /// A request with a fault in it, ready to be sent.
  let request: @Sendable (ActionStage, ActionFault?) async throws -> TrialRequest

  var testDescription: String { name }

  static let all = ofScenarios + ofFactors + ofOtherCallers
}

/// A request of a trial: its proof is made before the store or the clock is brought to where the
/// fault shows.
struct TrialRequest: Sendable {
  /// Whose session asks, or gave the proof.
  let session: AuthenticatedSession
  /// The challenge that its proof answers; nil where it answers none.
  let challengeID: [UInt8]?
  /// Sends it; gives why it was refused.
  let send: @Sendable (IdempotencyKey?) async throws -> Reason?
}

/// What is wrong with a request, one thing each: every step of the pipeline has one.
enum ActionFault: String, CaseIterable, Sendable {
  /// The action takes no proof of that kind.
  case kind
  /// The session is over.
  case caller
  /// The idempotency key led to another body.
  case keyOfAnother
  /// The challenge was issued to another session.
  case challenge
  /// Another key signed.
  case signature
  /// The PIN is wrong.
  case pin
  /// The same was done a moment ago, and nothing tells the two apart.
  case duplicate
  /// The proof led to another action.
  case spent
  /// The proof is past its time.
  case late
  /// What is asked for cannot be executed.
  case document
  /// The proof is linked to another document.
  case binding
  /// The proof, or what takes its place, is too weak.
  case strength
  /// The account may not go that far now.
  case limits
  /// A code is wrong.
  case codes

  var key: IdempotencyKey? { self == .keyOfAnother ? try? IdempotencyKey("again") : nil }

  /// The faults of a proof by the account's key, and why each is refused.
  static let ofKeys: [ActionFault: Reason] = [
    .kind: .proofNotAllowed, .caller: .sessionRequired, .challenge: .challengeUnknown,
    .signature: .verificationFailed, .spent: .alreadyUsed, .late: .challengeExpired,
  ]
}

/// An account with two keys, a PIN, its session, and what the trials act on.
final class ActionStage: Sendable {
  let harness: ServiceHarness
  let session: AuthenticatedSession
  let review: TransactionAnswer
  let device: NewDevice
  let otherKey: CredentialID
  let service: Service
  let key: TestAuthenticator
  /// A link knows its confirmation again by itself.
  private let isOfLink: Bool

  /// A stage for a trial; over a store that runs each command twice, where it is told so.
  init(_ trial: ActionTrial, _ fault: ActionFault? = nil, runsTwice: Bool = false) async throws {
    isOfLink = trial.caller == ["link"]
    let isPolicy = fault == .document
    (harness, session, key) = try await ServiceHarness.withKey {
      $0.addShipOrder()
      $0.add(.payInvoice)
      if isPolicy { trial.refusingPolicy?(&$0) }
    }
    service = runsTwice ? try harness.service(over: TwiceStore(harness.store)) : harness.service
    let other = try await harness.registerKey(
      session, by: harness.managementProof(key, session))
    otherKey = other.credentialID
    review = try await harness.review()
    device = try TestDevice().registration(for: session.accountID.text, pin: "924715")
    harness.clock.advance(seconds: 250)
    try await harness.keepAlive(session)
  }

  /// An assertion by the account's key over a payload, with a fault in it.
  func assertion(
    _ scenario: ScenarioName, _ payload: JSONValue, _ fault: ActionFault?
  ) async throws -> AssertionResponse {
    let asking = fault == .challenge ? try await anotherSession() : session
    let right = try await harness.assertion(scenario, payload, key, asking)
    return fault == .signature ? right.wronglySigned : right
  }

  /// Another session of the account, in which as much was proved: a hold shows others nothing.
  private func anotherSession() async throws -> AuthenticatedSession {
    let other = try await harness.signUp()
    try await write("UPDATE sessions SET level = 2 WHERE id = ?", [.text(other.id.text)])
    return other
  }

  /// A proof with a fault in it; nil where none is given.
  func proof(
    _ scenario: ScenarioName, _ payload: JSONValue, _ fault: ActionFault?
  ) async throws -> Proof? {
    switch fault {
    case .kind:
      let options = try await service.actions.options(
        LinkedOptionsRequest(scenario: scenario, payload: payload), session: session
      ).get()
      return .deviceProof(
        DeviceProof(
          deviceID: device.id, challenge: options.options.challenge, deviceSignature: [1]))
    case .pin:
      try await setPIN()
      return .pin(SecretText("000001"))
    case .codes:
      // No code was mailed for a change of factors, and there is no app.
      let guess = SecretText("000000")
      guard scenario != .manageFactors else {
        return .codes(validateCode: guess, otp: nil, twoFactorCode: guess)
      }
      let action = LinkedOptionsRequest(scenario: scenario, payload: payload)
      _ = try await service.codeRequests.make(
        CodeRequest(approving: action), session: session, from: .local
      ).get()
      let wrong = try await harness.wrongCode(to: "ada@example.com")
      return .codes(validateCode: wrong, otp: nil, twoFactorCode: nil)
    case .strength:
      harness.clock.advance(seconds: 200)
      try await harness.keepAlive(session)
      return nil
    default: return .assertion(try await assertion(scenario, payload, fault))
    }
  }

  /// Sets the account's PIN, by a proof of its key.
  func setPIN() async throws {
    let proof = try await harness.managementProof(key, session, changing: .setPIN)
    _ = try await service.pins.set(
      SetPINRequest(pin: SecretText("258036"), entitlement: .proof(proof)), session: session
    ).get()
  }

  /// Brings the store, or the clock, to where the fault of a request shows.
  func prepare(_ fault: ActionFault, _ request: TrialRequest) async throws {
    switch fault {
    case .caller: try await service.sessions.end(request.session)
    case .keyOfAnother: try await insertOperation(key: "again", of: request)
    case .spent where isOfLink: try await insertOperation(key: nil, of: request)
    case .spent:
      _ = try await request.send(nil)
      try await write(
        "UPDATE spent SET body_hash = ? WHERE challenge_id = ?",
        [.blob([7]), .blob(#require(request.challengeID))])
    case .late:
      harness.clock.advance(seconds: 100)
      try await harness.keepAlive(request.session)
    case .limits:
      let now = harness.clock.now().milliseconds
      let account = SQLValue.text(request.session.accountID.text)
      try await write(
        """
        INSERT INTO waits (id, account_id, reason, seconds, created_at, ends_at)
        VALUES ('wai_trial', ?, 'recovered', 86400, ?, ?)
        """, [account, .integer(now), .integer(now + 86_400_000)])
      try await write(
        "UPDATE credentials SET wait_id = 'wai_trial' WHERE account_id = ?", [account])
    case .kind, .challenge, .signature, .pin, .duplicate, .document, .binding, .strength, .codes:
      break
    }
  }

  /// Makes all operations those of another session.
  func handOperationsOver() async throws {
    try await write("UPDATE operations SET session_id = 'ses_other'", [])
  }

  /// The newest row of a kind in the audit log.
  func noted(_ kind: String) async throws -> JSONObject {
    let details = try await harness.auditDetails(kind)
    guard case .object(let noted) = try JSONValue(parsing: Array(details.utf8)) else {
      throw HarnessError.noCode
    }
    return noted
  }

  /// Stores a device of the account under an id.
  func insertDevice(_ id: String, withPIN: Bool) async throws {
    let account = session.accountID
    try await write(
      """
      INSERT INTO devices (id, account_id, name, public_key, pin_key, pin_generation, ground,
        created_at) VALUES (?, ?, ?, ?, ?, 1, 'strong_proof', 0)
      """,
      [
        .text(id), .text(account.text),
        try await harness.store.read {
          try $0.seal(of: account).seal("another", at: SealedPlace("devices.name", of: id))
        }, .blob([1]), withPIN ? .blob([2]) : nil,
      ])
  }

  /// Stores a device of the account that is on hold, and that a factor has waited since.
  func holdDevice(_ id: String) async throws {
    try await insertDevice(id, withPIN: true)
    let account = SQLValue.text(session.accountID.text)
    try await write(
      "UPDATE devices SET revoked_at = 0, suspended_at = 0 WHERE id = ?", [.text(id)])
    try await write(
      """
      INSERT INTO waits (id, account_id, reason, seconds, created_at, ends_at)
      VALUES ('hld_1', ?, 'held', 1, 0, 0), ('hld_2', ?, 'under_hold', 1, 0, 0)
      """, [account, account])
    try await write("UPDATE accounts SET hold_wait_id = 'hld_1' WHERE id = ?", [account])
  }

  /// An operation of another body: under a key, or on the request's proof.
  private func insertOperation(key: String?, of request: TrialRequest) async throws {
    let now = harness.clock.now().milliseconds
    let account = SQLValue.text(request.session.accountID.text)
    try await write(
      """
      INSERT INTO operations (id, account_id, scenario, idempotency_key, body_hash, proof_kind,
        session_id, at) VALUES ('op_other', ?, 'TEST_BIOMETRICS', ?, ?, 'assertion', ?, ?)
      """,
      [account, SQLValue(key), .blob([7]), .text(request.session.id.text), .integer(now)])
    guard key == nil else { return }
    let challenge = try #require(request.challengeID)
    let evidence =
      try await harness.store.read {
        try $0.seal(of: request.session.accountID).seal([], at: SpentRow.place(challenge))
      } as [UInt8]
    try await write(
      """
      INSERT INTO spent (challenge_id, account_id, assertion_hash, scenario, stage, body_hash,
        operation_id, evidence, at)
      VALUES (?, ?, ?, 'TEST_BIOMETRICS', 'acted', ?, 'op_other', ?, ?)
      ON CONFLICT (challenge_id) DO UPDATE SET account_id = excluded.account_id,
        assertion_hash = excluded.assertion_hash, scenario = excluded.scenario,
        stage = excluded.stage, body_hash = excluded.body_hash,
        operation_id = excluded.operation_id, evidence = excluded.evidence, at = excluded.at
      """,
      [.blob(challenge), account, .blob([7]), .blob([7]), .blob(evidence), .integer(now)])
  }

  private func write(_ sql: String, _ values: [SQLValue]) async throws {
    _ = try await harness.store.write { try $0.execute(sql, values) }
  }
}

extension AssertionResponse {
  /// The same with a signature that no key made.
  var wronglySigned: AssertionResponse {
    AssertionResponse(
      id: id, rawID: rawID, clientDataJSON: clientDataJSON, authenticatorData: authenticatorData,
      signature: signature + [0], userHandle: userHandle)
  }
}

extension Proof {
  /// The id of the challenge that it answers; nil where it answers none.
  var challengeID: [UInt8]? {
    get throws {
      switch self {
      case .assertion(let response):
        let client = try CollectedClientData(parsing: response.clientDataJSON)
        return ChallengeLayout(client.challenge.bytes)?.id
      case .pinProof(let proof): return ChallengeLayout(proof.challenge.bytes)?.id
      case .deviceProof(let proof): return ChallengeLayout(proof.challenge.bytes)?.id
      case .verificationToken, .pin, .codes: return nil
      }
    }
  }
}

extension ServiceHarness {
  /// Every row of every table but some, as text.
  func rows(except tables: Set<String>) async throws -> [String: [String]] {
    try await store.read { try $0.allRows(except: tables) }
  }

  /// Every row of a table, as text.
  func rows(of table: String) async throws -> [String]? {
    try await store.read { try $0.allRows(except: [])[table] }
  }
}

extension ReadTransaction {
  /// Every row of every table but some, as text.
  fileprivate func allRows(except tables: Set<String>) throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for name in try tableNames() where !tables.contains(name) {
      found[name] = try rows("SELECT * FROM \(name)", []).map { "\($0.values)" }.sorted()
    }
    return found
  }
}

extension ServiceHarness {
  /// The harness's service over another store.
  func service(over store: any Store) throws -> Service {
    var policy = ServicePolicy()
    policy.addShipOrder()
    policy.add(.payInvoice)
    policy.pin.scryptRounds = 16
    policy.codes.channels = [.email, .sms]
    return try service(over: store, policy)
  }

  /// The harness's service over another store, with another policy.
  func service(over store: any Store, _ policy: ServicePolicy) throws -> Service {
    guard let origin = Origin(Self.originText) else { throw HarnessError.unusableOrigin }
    return Service(
      store: store, keyring: keyring,
      ceremony: CeremonyPolicy(relyingPartyID: Self.relyingPartyID, origins: [origin]),
      relyingPartyName: "Countersign", policy: policy, modules: modules, clock: clock)
  }
}

/// A store that runs commands in a way of its own, and reads from another one.
protocol StoreWrapper: Store {
  var base: any Store { get }
}

extension StoreWrapper {
  func rows(_ sql: String, _ arguments: [SQLValue]) async throws -> [SQLRow] {
    try await base.rows(sql, arguments)
  }

  func read<Outcome: Sendable>(
    _ query: @escaping @Sendable (any ReadTransaction) throws -> Outcome
  ) async throws -> Outcome { try await base.read(query) }

  func waitForFailure() async -> StoreError? { await base.waitForFailure() }
}

/// A store that runs each command, takes back what it wrote, and runs it again from its start.
struct TwiceStore: StoreWrapper {
  struct Differs: Error { let tables: [String] }
  private struct Again: Error {}

  let base: any Store

  init(_ base: any Store) { self.base = base }

  func write<Outcome: Sendable>(
    _ command: @escaping @Sendable (any WriteTransaction) throws -> Outcome
  ) async throws -> Outcome {
    try await base.write { transaction in
      var first: [String: [String]] = [:]
      do {
        try transaction.savepoint {
          _ = try command(transaction)
          first = try transaction.allRows(except: [])
          throw Again()
        }
      } catch is Again {}
      let outcome = try command(transaction)
      let second = try transaction.allRows(except: [])
      guard first == second else {
        throw Differs(tables: first.keys.filter { first[$0] != second[$0] }.sorted())
      }
      return outcome
    }
  }
}
