import CountersignCore
import CountersignSQLite
import CountersignTesting
import WebAuthnModel
import WireModel

extension ServiceHarness {
  /// A harness, a session and the account's one key.
  static func withKey(
    pace: JobPace = MoneyOrders.pace, change: (inout ServicePolicy) -> Void = { _ in }
  ) async throws -> (ServiceHarness, AuthenticatedSession, TestAuthenticator) {
    let harness = try await ServiceHarness(pace: pace, change: change)
    let session = try await harness.signUp()
    return (harness, session, try await harness.registerKey(session))
  }

  /// Services on one store, which go by one clock unless each is to have its own.
  static func nodes(
    _ count: Int, withClocksOfTheirOwn hasOwnClocks: Bool = false, keyring: Keyring = .generated()
  ) async throws -> [ServiceHarness] {
    var nodes: [ServiceHarness] = []
    for _ in 0..<count {
      let clock = hasOwnClocks ? nil : nodes.first?.clock
      nodes.append(
        try await ServiceHarness(
          directory: nodes.first?.directory, keyring: keyring, clock: clock ?? FakeClock()))
    }
    return nodes
  }

  /// A money order that is expected to be decided for.
  func send(
    _ request: SendMoneyRequest, _ session: AuthenticatedSession, _ key: IdempotencyKey? = nil
  ) async throws -> ActionResponse<MoneyOrderAnswer> {
    try await service.moneyOrders.send(request, idempotencyKey: key, session: session).executed()
      .get()
  }

  /// Why a money order is refused; nil where it is not.
  func refusal(
    _ request: SendMoneyRequest, _ session: AuthenticatedSession, _ key: IdempotencyKey? = nil
  ) async throws -> Reason? {
    try await service.moneyOrders.send(request, idempotencyKey: key, session: session).refusal
  }

  /// A money order by a token that this server did not sign.
  func send(
    forged token: String, _ session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<MoneyOrderAnswer>> {
    try await service.moneyOrders.send(
      SendMoneyRequest(payload: .sample, proof: .verificationToken(SecretText(token))),
      idempotencyKey: nil, session: session
    ).executed()
  }

  /// Notes activity in the store, as a request would, in a session that is not over by its age
  /// either.
  func keepAlive(_ session: AuthenticatedSession) async throws {
    let now = clock.now().milliseconds
    _ = try await store.write { transaction in
      try transaction.execute(
        "UPDATE sessions SET last_active_at = ? WHERE id = ?",
        [.integer(now), .text(session.id.text)])
      try transaction.execute(
        "UPDATE sessions SET created_at = ? WHERE id = ? AND created_at < ?",
        [.integer(now - 43_199_000), .text(session.id.text), .integer(now - 43_199_000)])
    }
  }

  /// An approval that is expected to be taken.
  func approve(
    _ review: TransactionAnswer, _ proof: Proof, _ session: AuthenticatedSession,
    userInput: String? = nil, key: IdempotencyKey? = nil
  ) async throws -> ActionResponse<TransactionAnswer> {
    try await service.reviews.approve(
      review.reviewID, ApprovalRequest(proof: proof, userInput: userInput), idempotencyKey: key,
      session: session
    ).executed().get()
  }

  /// Why an approval is refused; nil where it is not.
  func approvalRefusal(
    _ review: TransactionAnswer, _ proof: Proof, _ session: AuthenticatedSession
  ) async throws -> Reason? {
    try await service.reviews.approve(
      review.reviewID, ApprovalRequest(proof: proof), idempotencyKey: nil, session: session
    ).refusal
  }

  /// A denial that is expected to be taken.
  func deny(
    _ review: TransactionAnswer, _ session: AuthenticatedSession, key: IdempotencyKey? = nil
  ) async throws -> ActionResponse<TransactionAnswer> {
    try await service.reviews.deny(review.reviewID, idempotencyKey: key, session: session).get()
  }

  /// Why a denial is refused; nil where it is not.
  func denialRefusal(
    _ review: TransactionAnswer, _ session: AuthenticatedSession
  ) async throws -> Reason? {
    try await service.reviews.deny(review.reviewID, idempotencyKey: nil, session: session)
      .refusal
  }

  /// Why no options are given; nil where they are.
  func optionsRefusal(
    _ review: TransactionAnswer, _ session: AuthenticatedSession
  ) async throws -> Reason? {
    do {
      _ = try await reviewOptions(review, session)
      return nil
    } catch let refusal as Refusal {
      return refusal.reason
    }
  }

  /// Registers a key for an account that has a PIN.
  func registerSecondKey(
    _ session: AuthenticatedSession, pin: String
  ) async throws -> TestAuthenticator {
    try await registerKey(session, by: .pin(SecretText(pin)))
  }

  /// A transaction as the account sees it now.
  func shown(
    _ review: TransactionAnswer, _ session: AuthenticatedSession
  ) async throws -> TransactionAnswer {
    try await service.reviews.show(review.reviewID, session: session).get()
  }

  /// The kinds of the rows of the audit log's writers, in their order.
  func auditKinds() async throws -> [String] {
    try await store.read { transaction in
      try transaction.rows(
        "SELECT kind FROM audit WHERE lane <> ? ORDER BY lane, sequence", [.blob([0])]
      ).map { try $0.text(0) }
    }
  }

  /// The findings of a walk over the audit log.
  func report() async throws -> AuditReport {
    try await store.read { [keyring] in try verifyAudit(by: keyring, in: $0) }
  }

  /// The details of the newest row of a kind in the audit log; empty where there is none.
  func auditDetails(_ kind: String) async throws -> String {
    try await store.read { transaction in
      try transaction.rows(
        "SELECT details FROM audit WHERE kind = ? ORDER BY sequence DESC", [.text(kind)]
      ).first?.text(0) ?? ""
    }
  }

  /// The id of the newest request for a code that opens a session.
  func newestCodeRequest() async throws -> String {
    try await store.read { transaction in
      try transaction.rows(
        "SELECT id FROM code_requests WHERE session_id IS NULL ORDER BY created_at DESC, id", []
      ).first?.text(0) ?? ""
    }
  }

  /// A money order by PIN.
  func sendByPIN(
    _ pin: String, _ session: AuthenticatedSession, _ key: String? = nil
  ) async throws -> Decision<ActionResponse<MoneyOrderAnswer>> {
    try await service.moneyOrders.send(
      SendMoneyRequest(payload: .sample, proof: .pin(SecretText(pin))),
      idempotencyKey: key.map { try IdempotencyKey($0) }, session: session
    ).executed()
  }
}

extension Result where Failure == Refusal {
  /// Why it was refused; nil where it was not.
  var refusal: Reason? {
    if case .failure(let refusal) = self { refusal.reason } else { nil }
  }

  /// What was executed; a refusal too where a code is still missing.
  func executed<Answer>() -> Decision<ActionResponse<Answer>>
  where Success == ActionOutcome<Answer> {
    flatMap { outcome in
      if case .done(let done) = outcome { return .success(done) }
      return .failure(Refusal(.proofRequired, "another code is missing"))
    }
  }
}

extension ServiceHarness {
  /// A harness, a session of a device, and the device, whose PIN is the account's one factor.
  static func withDevice(
    change: (inout ServicePolicy) -> Void = { _ in }
  ) async throws -> (ServiceHarness, AuthenticatedSession, TestDevice) {
    let harness = try await ServiceHarness(change: change)
    let device = try await harness.registerDevice(try await harness.signUp(), pin: "258036")
    return (harness, try await harness.logIn(device, "258036"), device)
  }

  /// A money order by a device's PIN.
  func send(
    _ payload: MoneyOrder, by device: TestDevice, _ pin: String, _ session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<MoneyOrderAnswer>> {
    let proof = try device.pinProof(pin, over: try await pinChallenge(payload, session))
    return try await service.moneyOrders.send(
      SendMoneyRequest(payload: payload, proof: .pinProof(proof)), idempotencyKey: nil,
      session: session
    ).executed()
  }

  /// Registers a key in a device's session, by the device's PIN.
  func registerKey(
    of device: TestDevice, _ session: AuthenticatedSession, _ pin: String
  ) async throws -> TestAuthenticator {
    let proof = try device.pinProof(pin, over: try await pinChallenge(session))
    return try await registerKey(session, by: .pinProof(proof))
  }

  /// Registers a key by a proof.
  func registerKey(
    _ session: AuthenticatedSession, by proof: Proof
  ) async throws -> TestAuthenticator {
    let authenticator = try newAuthenticator()
    let options = try await service.credentials.registrationOptions(
      RegistrationOptionsRequest(proof: proof), session: session
    ).get()
    _ = try await service.credentials.register(authenticator.register(options), session: session)
      .get()
    return authenticator
  }

  /// Revokes keys by a proof of one of them.
  func revokeKeys(
    _ selection: CredentialSelection, by key: TestAuthenticator, _ session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<RevocationAnswer>> {
    let change: FactorChange =
      switch selection {
      case .one(let id): .removePasskey(id)
      case .others(let kept): .keepOnlyPasskey(kept)
      case .all: .removeAllPasskeys
      }
    let proof = try await managementProof(key, session, changing: change)
    return try await service.credentials.revoke(
      selection, RevocationRequest(proof: proof), session: session)
  }

  /// Revokes devices by the PIN of one of them.
  func revokeDevices(
    _ selection: RevocationSelection<DeviceID>, by device: TestDevice, _ pin: String,
    _ session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<RevocationAnswer>> {
    let change: FactorChange =
      switch selection {
      case .one(let id): .removeDevice(id.text)
      case .others(let kept): .keepOnlyDevice(kept.text)
      case .all: .removeAllDevices
      }
    let challenge = try await pinChallenge(session, changing: change)
    return try await service.devices.revoke(
      selection, RevocationRequest(proof: .pinProof(device.pinProof(pin, over: challenge))),
      session: session)
  }

  /// The challenge of a sign-in with a discoverable key.
  func signInOptions() async throws -> CredentialRequestOptions {
    try await service.signIn.options(SessionOptionsRequest()).get().options
  }

  /// What signs in with a discoverable key of an account.
  func signIn(
    by key: TestAuthenticator, to account: AccountID
  ) async throws -> SessionRequest {
    let handle = UserHandle(Array(account.text.utf8))
    return .assertion(
      try await key.assert(challenge: signInOptions().challenge, userHandle: handle))
  }
}

extension ReadTransaction {
  /// The tables of the core and of modules, or those with a column: the one thing in these tests
  /// that each database tells in words of its own.
  func tableNames(with column: String? = nil) throws -> [String] {
    let isPostgreSQL = TestedStore.Driver.ofEnvironment != .sqlite
    let sql =
      isPostgreSQL
      ? """
      SELECT DISTINCT CAST(table_name AS TEXT) FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> 'store_writers'
        AND (column_name = ? OR ? = '')
      """
      : """
      SELECT DISTINCT m.name FROM sqlite_master m, pragma_table_info(m.name) c
      WHERE m.type = 'table' AND (c.name = ? OR ? = '')
      """
    let name = SQLValue.text(column ?? "")
    return try rows(sql, [name, name]).map { try $0.text(0) }.sorted()
  }
}
