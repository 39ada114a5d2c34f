import WebAuthnModel
public import WireModel

/// The telephone numbers to which codes are texted: set by a proof, confirmed by a code.
public final class Phones: Sendable {
  private let commands: Commands
  private let codes: Codes
  private let grounds: Grounds
  private let audit: AuditTrail
  private let pipeline: ActionPipeline
  private let policy: ServicePolicy

  init(
    commands: Commands, codes: Codes, grounds: Grounds, audit: AuditTrail,
    pipeline: ActionPipeline, policy: ServicePolicy
  ) {
    self.commands = commands
    self.codes = codes
    self.grounds = grounds
    self.audit = audit
    self.pipeline = pipeline
    self.policy = policy
  }

  /// Texts a code to a new telephone number; the number holds once the code is given.
  ///
  /// - Parameters:
  ///   - request: The number, and what entitles to it.
  ///   - idempotencyKey: The caller's name for this change, where it gave one.
  ///   - session: Whose number.
  /// - Returns: The code request, or why none was texted.
  /// - Throws: ``StoreError``.
  public func set(
    _ request: PhoneRequest, idempotencyKey: IdempotencyKey? = nil, session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<CodeRequestAnswer>> {
    let caller = Caller.session(session)
    let proof = UnverifiedProof(request.proof, or: request.validateCode, for: .factor)
    return try await pipeline.change(
      SetPhone(codes: codes), for: caller, proof: proof.name
    ) {
      ActionCall(
        caller: caller, request: try PhoneNumber(request.phone), proof: proof,
        idempotencyKey: idempotencyKey)
    }
  }

  /// Makes a telephone number the account's, by the code that was texted to it.
  ///
  /// - Parameters:
  ///   - request: The code.
  ///   - idempotencyKey: The caller's name for this change, where it gave one.
  ///   - session: Whose number.
  /// - Returns: Whether the same request confirmed it before, or why the number does not hold.
  /// - Throws: ``StoreError``.
  public func confirm(
    _ request: PhoneConfirmation, idempotencyKey: IdempotencyKey? = nil,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<Void>> {
    let change = RepeatableChange("confirmPhone", idempotencyKey, session, commands)
    let now = commands.now()
    let decision = try await commands.run { [self] transaction -> ActionResponse<Void> in
      guard try Sessions.isOpen(session, in: transaction) else { throw Refusal.noSession }
      if try change.wasMade(in: transaction) { return ActionResponse(answer: (), isReplayed: true) }
      let otp = try GivenCodes.formed(request.otp)
      let account = session.accountID
      guard let phone = try Phones.unconfirmed(of: account, in: transaction) else {
        throw Refusal.verificationFailed
      }
      // A factor that came meanwhile is asked for, as it would be now.
      try grounds.require(phone.ground, of: account, at: now, in: transaction)
      let checked = try codes.verify(
        otp, session: session, for: .phone, .second, at: now, in: transaction)
      // Another session has set another number since.
      guard checked.id == phone.code else { throw Refusal.verificationFailed }
      let former = try Phones.confirmed(of: account, in: transaction)
      try Codes.close(checked.id, at: now, in: transaction)
      try Phones.confirm(phone, of: account, policy, at: now, in: transaction)
      try change.store(at: now, in: transaction)
      try audit.append(
        AuditEvent(former == nil ? "phone_set" : "phone_changed", subject: account), at: now,
        in: transaction)
      try Outbox.put(
        notice: .phoneChanged, to: account, id: checked.id.text, at: now, in: transaction)
      if let former, former != phone.number {
        // What was texted there, and what such a code began or raised, is the former number's.
        try Accounts.noteGone(
          [.codes], of: account, sparing: session.id, at: now, in: transaction)
        try Outbox.put(
          notice: .phoneChanged, toFormer: former, id: checked.id.text, at: now, in: transaction)
      }
      return ActionResponse(answer: (), isReplayed: false)
    }
    commands.outboxBell.ring()
    return decision
  }

  // MARK: Rows

  /// The number that an account's person has set and confirmed; nil where there is none.
  static func confirmed(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> PhoneNumber? {
    let row = try transaction.row(
      "SELECT number FROM phones WHERE account_id = ?", [.text(account.text)])
    guard let sealed = try row?.optionalBlob(0) else { return nil }
    return PhoneNumber(
      stored: try transaction.seal(of: account).text(sealed, at: place(account)))
  }

  static func place(_ account: AccountID) -> SealedPlace {
    SealedPlace("phones.number", of: account.text)
  }

  /// The place of a number that is being set.
  static func newPlace(_ account: AccountID) -> SealedPlace {
    SealedPlace("phones.new_number", of: account.text)
  }

  /// The number that is being set; nil where none is.
  static func unconfirmed(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> UnconfirmedPhone? {
    let row = try transaction.row(
      """
      SELECT new_number, new_code_request_id, new_grant_id, new_is_weak FROM phones
      WHERE account_id = ?
      """, [.text(account.text)])
    guard let row, let sealed = try row.optionalBlob(0), let code = try row.optionalText(1) else {
      return nil
    }
    let number = try transaction.seal(of: account).text(sealed, at: newPlace(account))
    return UnconfirmedPhone(
      number: PhoneNumber(stored: number), code: CodeRequestID(code),
      grant: try row.optionalText(2).map { CodeRequestID($0) }, isWeak: try row.flag(3))
  }

  /// Notes a number that is being set, in place of one that was.
  static func propose(
    _ phone: UnconfirmedPhone, for account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO phones (account_id, new_number, new_code_request_id, new_grant_id, new_is_weak)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (account_id) DO UPDATE SET new_number = excluded.new_number,
        new_code_request_id = excluded.new_code_request_id, new_grant_id = excluded.new_grant_id,
        new_is_weak = excluded.new_is_weak
      """,
      [
        .text(account.text),
        try transaction.seal(of: account).seal(phone.number.text, at: newPlace(account)),
        .text(phone.code.text), SQLValue(phone.grant?.text), SQLValue(phone.isWeak),
      ])
  }

  /// Puts the new number in the old one's place.
  ///
  /// A number that a weak proof set shortens no wait until its own time is over: whoever set it may
  /// be the one to be stopped.
  static func confirm(
    _ phone: UnconfirmedPhone, of account: AccountID, _ policy: ServicePolicy, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let trustedAt = phone.isWeak ? now.adding(seconds: policy.weakFactorSecondsByMailAlone) : now
    try transaction.execute(
      """
      UPDATE phones SET number = ?, confirmed_at = ?, trusted_at = ?, new_number = NULL,
        new_code_request_id = NULL, new_grant_id = NULL, new_is_weak = 0 WHERE account_id = ?
      """,
      [
        try transaction.seal(of: account).seal(phone.number.text, at: place(account)),
        .integer(now.milliseconds), .integer(trustedAt.milliseconds), .text(account.text),
      ])
  }

  /// Forgets a number that is being set.
  static func withdraw(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE phones SET new_number = NULL, new_code_request_id = NULL, new_grant_id = NULL
      WHERE account_id = ?
      """, [.text(account.text)])
  }

  /// Forgets a number that is being set in a session: its code was asked for there.
  static func withdraw(
    of account: AccountID, begunIn session: SessionID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE phones SET new_number = NULL, new_code_request_id = NULL, new_grant_id = NULL
      WHERE account_id = ? AND new_code_request_id IN (
        SELECT id FROM code_requests WHERE session_id = ?)
      """, [.text(account.text), .text(session.text)])
  }

  /// Forgets the account's number, and not one that is being set.
  ///
  /// - Returns: Whether it had one.
  static func forgetConfirmed(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws -> Bool {
    let forgotten = try transaction.execute(
      """
      UPDATE phones SET number = NULL, confirmed_at = NULL
      WHERE account_id = ? AND number IS NOT NULL
      """, [.text(account.text)])
    return forgotten == 1
  }

  /// Puts the account's number aside with the factors that are on hold, and forgets one that is
  /// being set.
  ///
  /// - Returns: The number; nil where it had none.
  static func suspend(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws -> PhoneNumber? {
    let number = try confirmed(of: account, in: transaction)
    if let number {
      let sealed = try transaction.seal(of: account).seal(
        number.text, at: suspendedPlace(account))
      try move(sealed, of: account, from: "phones", to: "suspended_phones", in: transaction)
    }
    try remove(of: account, in: transaction)
    return number
  }

  /// The number that was put aside; nil where none was.
  static func suspended(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> PhoneNumber? {
    let row = try transaction.row(
      "SELECT number FROM suspended_phones WHERE account_id = ?", [.text(account.text)])
    guard let row else { return nil }
    return PhoneNumber(
      stored: try transaction.seal(of: account).text(row.blob(0), at: suspendedPlace(account)))
  }

  /// Brings back the number that was put aside, in the place of one that was set since.
  static func restore(of account: AccountID, in transaction: any WriteTransaction) throws {
    let number = try suspended(of: account, in: transaction)
    try remove(of: account, in: transaction)
    guard let number else { return }
    let sealed = try transaction.seal(of: account).seal(number.text, at: place(account))
    try move(sealed, of: account, from: "suspended_phones", to: "phones", in: transaction)
  }

  /// Stores a number that was sealed for its new place, with its times from the former one.
  private static func move(
    _ sealed: SQLValue, of account: AccountID, from former: StaticString, to table: StaticString,
    in transaction: any WriteTransaction
  ) throws {
    let row = try transaction.row(
      "SELECT confirmed_at, trusted_at FROM \(former) WHERE account_id = ?",
      [.text(account.text)])
    try transaction.execute(
      """
      INSERT INTO \(table) (account_id, number, confirmed_at, trusted_at) VALUES (?, ?, ?, ?)
      """,
      [
        .text(account.text), sealed, SQLValue(try row?.optionalInteger(0)),
        SQLValue(try row?.optionalInteger(1)),
      ])
  }

  private static func suspendedPlace(_ account: AccountID) -> SealedPlace {
    SealedPlace("suspended_phones.number", of: account.text)
  }

  /// Forgets the account's number, and one that is being set.
  static func remove(of account: AccountID, in transaction: any WriteTransaction) throws {
    try transaction.execute("DELETE FROM phones WHERE account_id = ?", [.text(account.text)])
  }
}

/// A telephone number that is being set.
struct UnconfirmedPhone: Sendable {
  let number: PhoneNumber
  /// The code that was texted to it.
  let code: CodeRequestID
  /// The mailed code that entitled to it; nil where a proof did.
  let grant: CodeRequestID?
  /// True if a weak proof set it.
  let isWeak: Bool

  /// What entitled to it, as far as that is asked again when it is confirmed.
  var ground: Ground { grant != nil ? .first : isWeak ? .weakProof : .strongProof }
}

/// Texts a code to a new telephone number; the number holds once the code is given.
///
/// A number is no factor, but the destination of codes. It takes a proof by a factor or, on an
/// account that never had any, a mailed code. A recovery's code gives a factor back; a number would
/// be one that no factor set. A factor that waits may be stopped, and sets none.
struct SetPhone: ProtectedAction {
  let name = "setPhone"
  let scenario = ScenarioName.manageFactors
  let codes: Codes

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    var requirements = ProofRequirements.ofFactors(or: .codeForFirstFactor)
    requirements.factorEffect = .setsNumber
    return requirements
  }

  func bodyHash(of number: PhoneNumber) -> [UInt8] { BodyHash.of(name, [.text(number.text)]) }

  func prepare(
    _ number: PhoneNumber, for caller: Caller, at now: Timestamp, _ random: any RandomBytes
  ) async throws -> CodeRequestID { CodeRequestID.new("cod_", random) }

  /// A text that cannot be sent now is refused here: it costs no attempt at a PIN.
  func facts(of number: PhoneNumber, for caller: Caller, at now: Timestamp) -> FactsQuery<String> {
    FactsQuery { _, transaction in
      guard codes.policy.channels.contains(.sms) else {
        throw Refusal(.channelMissing, "this server texts no codes; use an authenticator app")
      }
      let userName = try Accounts.userName(of: caller.account, in: transaction)
      guard let session = caller.session else { throw Refusal.noSession }
      _ = try codes.requests.require(
        CodeAsking(
          requester: .session(session), purpose: .confirmPhone, place: .second, userName: userName,
          sentTo: nil), at: now, in: transaction)
      return userName
    }
  }

  func document(
    for number: PhoneNumber, _ userName: String, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument { try words.document(changing: .setPhone(number.text)) }

  func execute(
    _ number: PhoneNumber, _ id: CodeRequestID, _ userName: String, in context: ActionContext
  ) throws -> Execution {
    let (now, transaction) = (context.now, context.transaction)
    guard let session = context.caller.session else { throw Refusal.noSession }
    if let code = context.code { try Codes.close(code, at: now, in: transaction) }
    try codes.store(
      NewCodeRequest(
        id: id, userName: userName, displayName: nil, requester: .session(session),
        purpose: .confirmPhone, place: .second, sentTo: nil), at: now, in: transaction)
    try Phones.propose(
      UnconfirmedPhone(
        number: number, code: id, grant: context.code,
        isWeak: try context.enrolment().ground == .weakProof),
      for: context.account, in: transaction)
    try Outbox.put(
      code: id, to: .address(.phone(number), of: context.account), .confirmPhone,
      in: context.policy.texts.language(for: context.languages),
      until: now.adding(seconds: codes.policy.lifetimeSeconds), at: now, in: transaction)
    let answer = CodeRequestAnswer(
      codeRequest: id.text, resendAfter: codes.policy.resendSeconds,
      destination: Address.phone(number).masked)
    return Execution("phone_proposed", answer: answer.json)
  }

  func result(of operation: StoredOperation) throws -> CodeRequestAnswer {
    try CodeRequestAnswer(json: operation.requireAnswer())
  }
}
