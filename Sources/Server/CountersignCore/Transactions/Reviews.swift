import WebAuthnModel
public import WireModel

/// Transactions that a host puts before a person: made, shown, approved, denied.
public final class Reviews: Sendable {
  let commands: Commands
  let hostEvents: HostEvents
  private let audit: AuditTrail
  private let changeBell: ChangeBell
  let pipeline: ActionPipeline
  let policy: ServicePolicy
  let sessions: Sessions

  init(
    commands: Commands, hostEvents: HostEvents, audit: AuditTrail, changeBell: ChangeBell,
    pipeline: ActionPipeline, policy: ServicePolicy, sessions: Sessions
  ) {
    self.commands = commands
    self.hostEvents = hostEvents
    self.audit = audit
    self.changeBell = changeBell
    self.pipeline = pipeline
    self.policy = policy
    self.sessions = sessions
  }

  /// Puts a transaction before a person to review, for a host's backend.
  ///
  /// The same idempotency key with the same body again gives the first answer: how the transaction
  /// stands is asked by its id.
  ///
  /// - Parameters:
  ///   - request: Who is to review what, and for how long.
  ///   - idempotencyKey: The host's name for this transaction, where it gave one.
  ///   - host: Who asks.
  /// - Returns: The transaction, or why there is none: `not_found` for an unknown name, or that of
  ///   an account which this host may not ask; `too_many_pending`, `too_many_requests` after
  ///   declines, `unacceptable_value`, or `already_used` for the key of another body.
  /// - Throws: `StoreError`.
  public func create(
    _ request: NewTransactionRequest, idempotencyKey: IdempotencyKey?,
    host: AuthenticatedServiceKey
  ) async throws -> Decision<ActionResponse<TransactionAnswer>> {
    try await decision {
      let now = commands.now()
      let userName = try request.userName.map { try AccountName($0).text }
      let id = ReviewID.new("trn_", at: now, commands.random)
      let subject = try subject(request, host)
      let expiresAt = try expiry(request, at: now)
      let outcome = try await commands.run {
        [self]
        transaction -> (ActionResponse<TransactionAnswer>, AccountID) in
        let account = try account(userName: userName, request.accountID, host, in: transaction)
        let draft = ReviewDraft(
          id: id, hostID: host.host, subject: subject, accountID: account, expiresAt: expiresAt,
          idempotencyKey: idempotencyKey?.of(host),
          bodyHash: try bodyHash(of: request, subject, named: userName ?? account.text), now: now)
        if let first = try earlierTransaction(draft, in: transaction) {
          return (ActionResponse(answer: first.answerToMaking, isReplayed: true), account)
        }
        // Refused here, where the host can mend it, what no screen could show truthfully.
        _ = try draft.record.document(policy, in: .none)
        try limits.requireRoom(for: draft, in: transaction)
        try ReviewRecords.insert(draft, in: transaction)
        var details = subject.auditDetails
        details["transaction"] = .string(id.text)
        details["key"] = .string(host.id.text)
        try audit.append(
          AuditEvent("transaction_created", subject: account, details), at: now, in: transaction)
        let answer = draft.record.answerForHost(at: now)
        try hostEvents.put(
          .created, answer,
          to: hostEvents.recipient(.id(draft.hostID), of: account, in: transaction), at: now,
          in: transaction)
        return (ActionResponse(answer: answer, isReplayed: false), account)
      }.get()
      changeBell.ring(.transactions(of: outcome.1))
      commands.outboxBell.ring()
      return outcome.0
    }
  }

  /// The account before which a host puts a transaction.
  ///
  /// - Throws: ``Refusal`` (`not_found`), whether there is none or the host may not ask it.
  private func account(
    userName: String?, _ id: String?, _ host: AuthenticatedServiceKey,
    in transaction: any ReadTransaction
  ) throws -> AccountID {
    let none = Refusal(.notFound, "this host may ask no account of that userName or accountID")
    let account =
      if let userName {
        try Accounts.find(AccountName(stored: userName), in: transaction)
      } else {
        try Accounts.find(AccountID(id ?? ""), in: transaction)
      }
    guard let account else { throw none }
    switch policy.hosts.ask {
    case .any: break
    case .own: guard try account.maker(in: transaction) == host.host else { throw none }
    }
    return account
  }

  /// The subject of a review, with every value checked that a screen will show.
  private func subject(
    _ request: NewTransactionRequest, _ host: AuthenticatedServiceKey
  ) throws -> ReviewSubject {
    guard let scenario = request.scenario else { return .payment(try payment(request)) }
    guard let declared = policy.scenarios.declaredScenario(scenario) else {
      throw Refusal.scenarioUnknown
    }
    try declared.require(host)
    let payload = request.payload ?? .object([:])
    _ = try declared.document(of: payload, in: .none)
    return .declared(scenario, payload: payload)
  }

  private func payment(_ request: NewTransactionRequest) throws -> ReviewedPayment {
    guard let amount = request.amount, let currency = request.currency, let payee = request.payee
    else { throw Refusal(.malformed, "amount, currency and payee: must be given") }
    guard (1...140).contains(payee.count), payee.utf8.count <= 560,
      payee.contains(where: { !$0.isWhitespace })
    else { throw Refusal(.unacceptableValue, "payee must be 1 to 140 characters") }
    if let digits = request.lastFourPAN {
      guard digits.utf8.count == 4, digits.utf8.allSatisfy(\.isASCIIDigit) else {
        throw Refusal(.unacceptableValue, "lastFourPAN must be four digits")
      }
    }
    if let reference = request.reference {
      guard (1...140).contains(reference.count), reference.utf8.count <= 560,
        reference.contains(where: { !$0.isWhitespace })
      else { throw Refusal(.unacceptableValue, "reference must be 1 to 140 characters") }
    }
    return ReviewedPayment(
      amount: try Currency(currency).money(amount.text, field: "amount"), payee: payee,
      lastFourPAN: request.lastFourPAN,
      reference: request.reference,
      account: try request.account.map { text throws(Refusal) in
        try IBAN(text, field: "account").identifier
      })
  }

  /// The moment at which the time of a request is over: of whole seconds, so that what is checked
  /// is exactly what is shown and signed.
  private func expiry(_ request: NewTransactionRequest, at now: Timestamp) throws -> Timestamp {
    let seconds = request.expiresIn ?? policy.transactionSeconds
    guard Self.expirySeconds.contains(seconds) else {
      throw Refusal(
        .unacceptableValue,
        "expiresIn must be from \(Self.expirySeconds.lowerBound) to "
          + "\(Self.expirySeconds.upperBound) seconds")
    }
    return Timestamp(milliseconds: now.milliseconds - now.milliseconds % 1000)
      .adding(seconds: seconds)
  }

  /// The hash of a host's request, by which one that is repeated is known again.
  private func bodyHash(
    of request: NewTransactionRequest, _ subject: ReviewSubject, named name: String
  ) throws -> [UInt8] {
    switch subject {
    case .handed(let action): return BodyHash.of("handOver", [.text(action.tokenID)])
    case .declared(let scenario, let payload):
      let declared = policy.scenarios.declaredScenario(scenario)
      return BodyHash.of(
        "createTransaction",
        [
          .text(name), .blob(try declared?.document(of: payload, in: .none).valueBytes ?? []),
          SQLValue(request.expiresIn),
        ])
    case .payment(let payment):
      return BodyHash.of(
        "createTransaction",
        [
          .text(name), .text(payment.amount.decimal), .text(payment.amount.currency),
          .text(payment.payee), SQLValue(payment.lastFourPAN), SQLValue(payment.reference),
          SQLValue(payment.account), SQLValue(request.expiresIn),
        ])
    }
  }

  /// The transaction that this key of the host's led to before, whoever was to review it: a host
  /// has one name for one transaction, and not one for each account.
  private func earlierTransaction(
    _ draft: ReviewDraft, in transaction: any ReadTransaction
  ) throws -> ReviewRecord? {
    guard let key = draft.idempotencyKey else { return nil }
    // Before the fifth schema one key could name a transaction of each account.
    let row = try transaction.row(
      """
      SELECT id, body_hash, account_id FROM transactions WHERE idempotency_key = ?
      ORDER BY CASE account_id WHEN ? THEN 0 ELSE 1 END LIMIT 1
      """, [.text(key.text), .text(draft.accountID.text)])
    guard let row else { return nil }
    let seal = try transaction.seal(of: AccountID(try row.text(2)))
    guard try row.blob(1) == seal.hash(draft.bodyHash) else { throw Refusal.alreadyUsed }
    return try ReviewRecords.find(ReviewID(try row.text(0)), in: transaction)
  }

  private var limits: ReviewLimits { ReviewLimits(policy: policy.hosts) }

  private static let expirySeconds: ClosedRange<Int64> = 30...86_400

  /// Denies a transaction under review; needs no proof, since it only keeps something from
  /// happening.
  ///
  /// Denying what was denied gives the same answer again.
  ///
  /// - Parameters:
  ///   - id: The transaction.
  ///   - cause: Why. Only what the person did not want makes its host wait.
  ///   - idempotencyKey: The caller's name for this operation, where it gave one.
  ///   - session: Who denies.
  /// - Returns: The denied transaction; `already_approved` or `transaction_expired` where it is not
  ///   to be denied any more.
  /// - Throws: `StoreError`.
  public func deny(
    _ id: ReviewID, cause: DenialCause = .person, idempotencyKey: IdempotencyKey?,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<TransactionAnswer>> {
    let now = commands.now()
    let operationID = StoredOperationID.new("op_", at: now, commands.random)
    let bodyHash = BodyHash.of("denyTransaction", [.text(id.text)])
    let decision = try await commands.run { [self] transaction in
      let account = session.accountID
      guard try Sessions.isOpen(session, in: transaction) else { throw Refusal.noSession }
      let record = try ReviewRecords.find(id, of: account, in: transaction)
      let earlier = try Operations.earlier(
        idempotencyKey, for: session, bodyHash: bodyHash, in: transaction)
      if earlier != nil || record.decision == .denied {
        return ActionResponse(answer: answer(record, to: session, at: now), isReplayed: true)
      }
      try record.requirePending(at: now)
      let seal = try transaction.seal(of: account)
      let recipient = try hostEvents.recipient(.id(record.hostID), of: account, in: transaction)
      let denied = record.decided(
        .denied, userInput: nil,
        as: try ReviewRecords.nextChange(of: account, at: now, in: transaction), at: now)
      try ReviewRecords.store(denied, by: operationID, seal: seal, in: transaction)
      let answer = answer(denied, to: session, at: now)
      try Operations.insert(
        NewOperation(
          id: operationID, accountID: account, scenario: .authorizeTransaction,
          idempotencyKey: idempotencyKey, bodyHash: try seal.hash(bodyHash),
          proofKind: Self.proofKind(of: cause), transactionID: id.text, answer: answer.json,
          session: session.id, at: now),
        by: seal, in: transaction)
      let details: JSONObject = [
        "transaction": .string(id.text), "operation": .string(operationID.text),
        "session": .string(session.id.text), "cause": .string(cause.rawValue),
      ]
      try audit.append(
        AuditEvent("transaction_denied", subject: account, details), at: now, in: transaction)
      try hostEvents.put(
        .denied, denied.answerForHost(at: now), to: recipient, at: now, in: transaction)
      return ActionResponse(answer: answer, isReplayed: false)
    }
    changeBell.ring(.transactions(of: session.accountID))
    commands.outboxBell.ring()
    return decision
  }

  /// The kind of proof of a denial, which needs none: `refused` where what was tried was not taken.
  static func proofKind(of cause: DenialCause) -> String {
    switch cause {
    case .person: "none"
    case .failedTries: "refused"
    }
  }

  /// The account's transactions: those to be decided first, in the order of their time; then at
  /// most 100 others, newest first.
  ///
  /// What a session has handed over does not wait for that session itself; what became of it is
  /// listed there as everywhere.
  ///
  /// - Parameters:
  ///   - status: Only those that have come so far; nil for all.
  ///   - session: Whose.
  /// - Returns: The list.
  /// - Throws: `StoreError`.
  public func list(
    status: TransactionStatus?, session: AuthenticatedSession
  ) async throws -> TransactionList {
    let now = commands.now()
    let records = try await commands.read {
      try status == .pending
        ? ReviewRecords.pending(of: session.accountID, at: now, in: $0)
        : ReviewRecords.all(of: session.accountID, at: now, in: $0)
    }.filter { !($0.isHanded(by: session) && $0.status(at: now) == .pending) }
    let answers = records.map { answer($0, to: session, at: now) }
    return TransactionList(
      transactions: answers.filter { status == nil || $0.status == status })
  }

  /// A transaction of the account as it stands now.
  public func show(
    _ id: ReviewID, session: AuthenticatedSession
  ) async throws -> Decision<TransactionAnswer> {
    try await decision {
      let now = commands.now()
      return answer(
        try await commands.read { try ReviewRecords.find(id, of: session.accountID, in: $0) },
        to: session, at: now)
    }
  }

  /// A transaction as its person is told of it, in the language that the request asks for.
  func answer(
    _ record: ReviewRecord, to session: AuthenticatedSession, at now: Timestamp
  ) -> TransactionAnswer { record.answer(at: now, policy, in: session.languages) }

  /// A transaction as it stands now, for the host that put it before the person; another host's is
  /// as good as none.
  public func show(
    _ id: ReviewID, host: AuthenticatedServiceKey
  ) async throws -> Decision<TransactionAnswer> {
    let now = commands.now()
    let record = try await commands.read { try ReviewRecords.find(id, in: $0) }
    guard let record, record.hostID == host.host else {
      return .failure(Refusal(.notFound, "this host has no transaction of that id"))
    }
    return .success(record.answerForHost(at: now))
  }

  /// The server's time: what is left until a transaction's end is counted from it.
  public var time: Timestamp { commands.now() }
}

/// A transaction that is about to be put before a person.
struct ReviewDraft: Sendable {
  let id: ReviewID
  let hostID: HostID
  let subject: ReviewSubject
  let accountID: AccountID
  let expiresAt: Timestamp
  let idempotencyKey: IdempotencyKey?
  let bodyHash: [UInt8]
  let now: Timestamp

  /// The record as it will be stored.
  var record: ReviewRecord {
    ReviewRecord(
      accountID: accountID, hostID: hostID, id: id, subject: subject, createdAt: now, decision: nil,
      decidedAt: nil, userInput: nil, expiresAt: expiresAt, change: now.milliseconds)
  }
}
