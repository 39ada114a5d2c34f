import CountersignCore
import CountersignSQLite
import CountersignTesting
import RelyingParty
import Testing
import WebAuthnModel
import WireModel

/// A protected action as the table of ``ActionPipelineTests`` tries it.
struct ActionTrial: Sendable, CustomTestStringConvertible {
  /// Its name in the rows of refusals.
  let name: String
  /// The kind of the row of an execution.
  let event: String
  /// In whose name it is proved.
  var scenario = ScenarioName.manageFactors
  /// Whether its callers can give an idempotency key.
  var takesKey = true
  /// Why its repetition on the same proof is refused; nil where it is answered again.
  var reasonOfRepetition: Reason?
  /// Performs it; gives why it was refused.
  let perform: @Sendable (ActionStage, Proof, IdempotencyKey?) async throws -> Reason?

  var testDescription: String { name }

  static let all: [ActionTrial] = [
    ActionTrial(name: "topUp", event: "topup_executed", scenario: .topUp) { stage, proof, key in
      try await stage.service.topUps.buy(
        TopUpRequest(payload: .seed, proof: proof), idempotencyKey: key, session: stage.session
      ).refusal
    },
    ActionTrial(
      name: "approveTransaction", event: "transaction_approved", scenario: .authorizeTransaction
    ) { stage, proof, key in
      try await stage.service.reviews.approve(
        stage.review.reviewID, ApprovalRequest(proof: proof), idempotencyKey: key,
        session: stage.session
      ).refusal
    },
    ActionTrial(
      name: "testBiometrics", event: "biometrics_tested", scenario: .testBiometrics
    ) { stage, proof, key in
      try await stage.service.actions.testBiometrics(
        BiometricTestRequest(proof: proof), idempotencyKey: key, session: stage.session
      ).refusal
    },
    ActionTrial(
      name: "openGate", event: "gate_opened", scenario: .testBiometrics
    ) { stage, proof, key in
      try await stage.service.pipeline.perform(
        OpenGate(),
        ActionCall(
          caller: .session(stage.session), request: (), proof: proof, idempotencyKey: key)
      ).refusal
    },
    ActionTrial(
      name: "beginRegistration", event: "registration_begun", takesKey: false
    ) { stage, proof, _ in
      try await stage.service.credentials.registrationOptions(
        RegistrationOptionsRequest(proof: proof), session: stage.session
      ).refusal
    },
    ActionTrial(name: "revokeCredentials", event: "credentials_revoked") { stage, proof, key in
      try await stage.service.credentials.revoke(
        .one(stage.otherKey), RevocationRequest(proof: proof), idempotencyKey: key,
        session: stage.session
      ).refusal
    },
    ActionTrial(name: "registerDevice", event: "device_registered") { stage, proof, key in
      try await stage.service.devices.register(
        DeviceRequest(device: stage.device, proof: proof), idempotencyKey: key,
        session: stage.session
      ).refusal
    },
    ActionTrial(name: "revokeDevices", event: "devices_revoked") { stage, proof, key in
      try await stage.service.devices.revoke(
        .all, RevocationRequest(proof: proof), idempotencyKey: key, session: stage.session
      ).refusal
    },
    ActionTrial(name: "setPIN", event: "pin_set") { stage, proof, key in
      try await stage.service.pins.set(
        SetPINRequest(pin: SecretText("258036"), entitlement: .proof(proof)), idempotencyKey: key,
        session: stage.session
      ).refusal
    },
    ActionTrial(name: "setPhone", event: "phone_proposed") { stage, proof, key in
      try await stage.service.phones.set(
        PhoneRequest(phone: "+2348012345678", proof: proof), idempotencyKey: key,
        session: stage.session
      ).refusal
    },
    ActionTrial(
      name: "enrolAuthenticatorApp", event: "authenticator_app_proposed"
    ) { stage, proof, key in
      try await stage.service.authenticatorApps.enrol(
        AuthenticatorAppRequest(proof: proof), idempotencyKey: key, session: stage.session
      ).refusal
    },
    ActionTrial(
      name: "removeAuthenticatorApp", event: "authenticator_app_removed"
    ) { stage, proof, key in
      try await stage.service.authenticatorApps.remove(
        RevocationRequest(proof: proof), idempotencyKey: key, session: stage.session
      ).refusal
    },
    ActionTrial(
      name: "makeEnrolLink", event: "enrol_link_made", takesKey: false,
      reasonOfRepetition: .alreadyUsed
    ) { stage, proof, _ in
      try await stage.service.linkIssuer.make(
        SessionLinkRequest(type: .enrol, proof: proof), session: stage.session, from: .local,
        origin: nil
      ).refusal
    },
  ]
}

/// What is wrong with a request, one thing each.
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
  /// The proof led to another action.
  case spent
  /// The proof is past its time.
  case late

  var reason: Reason {
    switch self {
    case .kind: .proofNotAllowed
    case .caller: .sessionRequired
    case .keyOfAnother, .spent: .alreadyUsed
    case .challenge: .challengeUnknown
    case .signature: .verificationFailed
    case .late: .challengeExpired
    }
  }

  /// The tables in which a refused attempt is counted.
  var counts: Set<String> { self == .signature ? ["attempts", "audit"] : ["audit"] }

  var key: IdempotencyKey? { self == .keyOfAnother ? try? IdempotencyKey("again") : nil }
}

/// An account with two keys, its session, and what the trials act on.
final class ActionStage: Sendable {
  let harness: ServiceHarness
  let session: AuthenticatedSession
  let review: TransactionAnswer
  let device: NewDevice
  let otherKey: CredentialID
  let service: Service
  private let scenario: ScenarioName
  private let key: TestAuthenticator

  /// A stage for a trial; over a store that runs each command twice, where it is told so.
  init(_ trial: ActionTrial, runsTwice: Bool = false) async throws {
    (harness, session, key) = try await ServiceHarness.withKey()
    service = runsTwice ? try harness.service(over: TwiceStore(harness.store)) : harness.service
    let other = try await harness.registerKey(
      session, by: .assertion(try await harness.assertion(.manageFactors, [:], key, session)))
    otherKey = other.credentialID
    review = try await harness.review()
    device = try TestDevice().registration(for: session.accountID.text, pin: "924715")
    scenario = trial.scenario
    // The session proves nothing by itself any more.
    harness.clock.advance(seconds: 250)
    try await harness.keepAlive(session)
  }

  /// A proof by the account's key, with a fault in it.
  func proof(_ fault: ActionFault?) async throws -> Proof {
    switch fault {
    case .kind:
      let options = try await service.actions.options(
        LinkedOptionsRequest(scenario: scenario, payload: payload), session: session
      ).get()
      return .deviceProof(
        DeviceProof(
          deviceID: device.id, challenge: options.options.challenge, deviceSignature: [1]))
    case .challenge:
      let elsewhere = try await harness.signUp()
      return .assertion(try await harness.assertion(scenario, payload, key, elsewhere))
    case .signature:
      let right = try await harness.assertion(scenario, payload, key, session)
      return .assertion(
        AssertionResponse(
          id: right.id, rawID: right.rawID, clientDataJSON: right.clientDataJSON,
          authenticatorData: right.authenticatorData, signature: right.signature + [0],
          userHandle: right.userHandle))
    case nil, .caller, .keyOfAnother, .spent, .late:
      return .assertion(try await harness.assertion(scenario, payload, key, session))
    }
  }

  /// Brings the store, or the clock, to where the fault shows.
  func prepare(_ fault: ActionFault, _ proof: Proof) async throws {
    switch fault {
    case .caller: try await service.sessions.end(session)
    case .keyOfAnother: try await insertOperation(key: "again", challenge: nil)
    case .spent:
      guard case .assertion(let assertion) = proof else { return }
      try await insertOperation(key: nil, challenge: assertion)
    case .late:
      harness.clock.advance(seconds: 200)
      try await harness.keepAlive(session)
    case .kind, .challenge, .signature: break
    }
  }

  private var payload: JSONValue {
    switch scenario {
    case .topUp: TopUpPayload.seed.json
    case .authorizeTransaction:
      ReviewPayload(transactionID: review.transaction.transactionID).json
    default: [:]
    }
  }

  /// An operation of another body: under a key, or on a proof.
  private func insertOperation(key: String?, challenge: AssertionResponse?) async throws {
    let now = harness.clock.now().milliseconds
    let account = session.accountID.text
    let id = try challenge.map { try Self.challengeID(of: $0) }
    try await harness.store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO operations (id, account_id, scenario, idempotency_key, body_hash, proof_kind,
          at) VALUES ('op_other', ?, 'TEST_BIOMETRICS', ?, ?, 'assertion', ?)
        """, [.text(account), SQLValue(key), .blob([7]), .integer(now)])
      guard let id else { return }
      try transaction.execute(
        """
        INSERT INTO spent (challenge_id, account_id, assertion_hash, scenario, stage, body_hash,
          operation_id, evidence, at)
        VALUES (?, ?, ?, 'TEST_BIOMETRICS', 'acted', ?, 'op_other', ?, ?)
        """,
        [.blob(id), .text(account), .blob([7]), .blob([7]), .blob([]), .integer(now)])
    }
  }

  private static func challengeID(of assertion: AssertionResponse) throws -> [UInt8] {
    let client = try CollectedClientData(parsing: assertion.clientDataJSON)
    return ChallengeLayout(client.challenge.bytes)?.id ?? []
  }
}

extension ServiceHarness {
  /// Every row of every table but some, as text.
  func rows(except tables: Set<String>) async throws -> [String: [String]] {
    try await store.read { try $0.allRows(except: tables) }
  }
}

extension ReadTransaction {
  /// Every row of every table but some, as text.
  fileprivate func allRows(except tables: Set<String>) throws -> [String: [String]] {
    let names = try rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", []
    ).map { try $0.text(0) }
    var found: [String: [String]] = [:]
    for name in names where !tables.contains(name) {
      found[name] = try rows("SELECT * FROM \(name)", []).map { "\($0.values)" }.sorted()
    }
    return found
  }
}

extension ServiceHarness {
  /// The harness's service over another store.
  func service(over store: any Store) throws -> Service {
    guard let origin = Origin(Self.originText) else { throw HarnessError.unusableOrigin }
    var policy = ServicePolicy()
    policy.pin.scryptRounds = 16
    policy.codes.channels = [.email, .sms]
    return Service(
      store: store, keyring: keyring,
      ceremony: CeremonyPolicy(relyingPartyID: Self.relyingPartyID, origins: [origin]),
      relyingPartyName: "Countersign", policy: policy, supplier: supplier, clock: clock)
  }
}

/// A store that runs each command, takes back what it wrote, and runs it again from its start.
private struct TwiceStore: Store {
  struct Differs: Error { let tables: [String] }
  private struct Again: Error {}

  private let store: SQLiteStore

  init(_ store: SQLiteStore) { self.store = store }

  func write<Outcome: Sendable>(
    _ command: @escaping @Sendable (any WriteTransaction) throws -> Outcome
  ) async throws -> Outcome {
    try await store.write { transaction in
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

  func rows(_ sql: String, _ arguments: [SQLValue]) async throws -> [SQLRow] {
    try await store.rows(sql, arguments)
  }

  func read<Outcome: Sendable>(
    _ query: @escaping @Sendable (any ReadTransaction) throws -> Outcome
  ) async throws -> Outcome { try await store.read(query) }
}
