import WebAuthnModel
import WireModel

extension Codes {
  /// The second code that may have to be texted after a proof; asks the directory where it may.
  func text(
    _ id: CodeRequestID, after proof: UnverifiedProof, _ caller: Caller
  ) async throws -> CodeText {
    guard case .codes(let given) = proof, case .missing = given.second else {
      return CodeText(id: id, reach: nil)
    }
    return CodeText(id: id, reach: try await addresses.reach(of: caller.account))
  }

  /// Verifies the codes of an action, and uses up those that are a proof; a code for a first factor
  /// proves the address.
  ///
  /// - Returns: The code that takes a proof's place, to be closed where the factor is stored; or
  ///   that a second code was texted, and nothing may be executed yet.
  func use(
    of proof: VerifiedProof, _ document: ActionDocument, _ caller: Caller, on ground: Ground?,
    texting text: CodeText, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> CodesStep {
    switch (proof.method, caller) {
    case (.codes(let codes), .session(let session)):
      let required = try use(
        codes, for: document, session: session, texting: text, at: now, in: transaction)
      return required.map(CodesStep.otpRequired) ?? .used(nil)
    case (.codes, _): throw Refusal.proofNotAllowed
    case (.code(let code?, let use), _):
      let checked = try verify(code, use, caller, at: now, in: transaction)
      // Its message said on which ground it adds a factor, and it is good for no other.
      guard checked.ground == ground else { throw Refusal.verificationFailed }
      if ground == .first || ground == .onTheWay {
        try addressProofs.note(
          caller.account, by: AddressProofs.Owner(caller), at: now, in: transaction)
      }
      return .used(checked)
    case (.assertion, _), (.devicePIN, _), (.device, _), (.token, _), (.pin, _), (.code, _),
      (.none, _):
      return .used(nil)
    }
  }

  /// Verifies a code that takes a proof's place.
  func verify(
    _ code: SecretText, _ use: CodeUse, _ caller: Caller, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> CheckedCode {
    switch caller {
    case .session(let session):
      return try verify(code, session: session, for: use, at: now, in: transaction)
    case .link(let link, account: _):
      return try verify(code, link: link, for: use, at: now, in: transaction)
    case .host: throw Refusal.proofNotAllowed
    }
  }

  /// Verifies codes and uses them up, all or none.
  ///
  /// The second code is checked only where the mailed one is right, so that whoever lacks the
  /// mailbox learns nothing of it; what was wrong is not said.
  private func use(
    _ given: GivenCodes, for action: ActionDocument, session: AuthenticatedSession,
    texting text: CodeText, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> OTPRequired? {
    let account = session.accountID
    try limits.requireUnblocked(.codes(account), at: now, in: transaction)
    let paths = given.paths(of: account)
    for path in paths { try limits.requireEnabled(path, in: transaction) }
    // All before the mailed code is checked, so that none is checked without the app's.
    if case .app = given.second {
      guard try AuthenticatorApps.isEnrolled(account, in: transaction) else {
        throw Refusal.authenticatorAppMissing
      }
      try limits.requireUnblocked(.twoFactor(account), at: now, in: transaction)
    } else {
      try Codes.requireNoApp(of: account, in: transaction)
    }
    let mailed = try verify(
      given.mailed, .first, for: action, session: session, beside: given.second, at: now,
      in: transaction)
    switch given.second {
    case .missing:
      try transaction.execute(
        "UPDATE code_requests SET right_at = ? WHERE id = ?",
        [.integer(now.milliseconds), .text(mailed.id.text)])
      return try requireOTP(text, for: action, session: session, at: now, in: transaction)
    case .texted(let otp):
      let texted = try verify(
        otp, .second, for: action, session: session, beside: given.second, at: now,
        in: transaction)
      try Codes.close(texted.id, at: now, in: transaction)
    case .app(let code):
      let step = try verifyApp(
        code, of: account, beside: mailed, at: now, in: transaction)
      try AuthenticatorApps.note(step: step, of: account, in: transaction)
      try Attempts.clear(.twoFactor(account), in: transaction)
    }
    try Codes.close(mailed.id, at: now, in: transaction)
    try Attempts.clear(.codes(account), in: transaction)
    for path in paths { try path.clear(in: transaction) }
    return nil
  }

  /// Verifies one code: the newest in its place, if it is open and for this very action.
  ///
  /// A wrong one counts for the app's too where that came beside it, so that the counts do not tell
  /// which was wrong.
  private func verify(
    _ code: SecretText, _ place: CodePlace, for action: ActionDocument,
    session: AuthenticatedSession, beside second: GivenCodes.Second, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> StoredCode {
    let stored = try open(place, for: action, session, at: now, in: transaction)
    guard let stored else { throw Refusal.verificationFailed }
    guard derivation.matches(code, stored.id, at: now) else {
      let path = CodePath(place == .first ? .first : .second, of: session.accountID)
      let isAlone = if case .missing = second { true } else { false }
      let refusal = Refusal.verificationFailed.counting(
        .code(stored, .codes(session.accountID), path), isOneOfTwo: !isAlone)
      guard case .app = second else { throw refusal }
      throw refusal.counting(.appCode(session.accountID), isOneOfTwo: true)
    }
    return stored
  }

  /// Verifies the code of the account's authenticator app.
  ///
  /// A wrong one counts for the mailed code too, so that the counts do not tell which was wrong.
  ///
  /// - Returns: Its step, to be noted as used.
  private func verifyApp(
    _ code: SecretText, of account: AccountID, beside mailed: StoredCode, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Int64 {
    let app = try AuthenticatorApps.find(of: account, in: transaction)
    guard let app else { throw Refusal.authenticatorAppMissing }
    let step = OneTimePassword.step(of: code.exposed, app.secret, at: now, after: app.lastStep)
    guard let step else {
      throw Refusal.verificationFailed
        .counting(
          .code(mailed, .codes(account), CodePath(.first, of: account)), isOneOfTwo: true
        )
        .counting(.appCode(account), isOneOfTwo: true)
    }
    return step
  }

  /// The code that may be given for an action; nil where there is none.
  func open(
    _ place: CodePlace, for action: ActionDocument, _ session: AuthenticatedSession,
    at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> StoredCode? {
    let stored = try StoredCode.newest(
      of: session.id.text, CodeUse.approval.purposes, place, in: transaction)
    guard let stored, stored.isOpen(at: now, policy), let binding = stored.binding else {
      return nil
    }
    let seal = try transaction.seal(of: session.accountID)
    return binding == (try seal.hash(action.codeBinding)) ? stored : nil
  }

  /// Texts the code that is to come beside the mailed one; the same request repeated texts no
  /// second one until it may be sent again.
  ///
  /// - Throws: `channel_missing` where the account has no telephone number beside the address of
  ///   the first code.
  func requireOTP(
    _ text: CodeText, for action: ActionDocument, session: AuthenticatedSession,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> OTPRequired {
    guard let reach = text.reach else { throw Refusal.phoneMissing }
    let address = try reach.require(.second)
    let destination = address.masked
    let resend = policy.resendSeconds
    if let texted = try open(.second, for: action, session, at: now, in: transaction) {
      let wait = texted.createdAt.adding(seconds: resend).milliseconds(since: now)
      if wait > 0 {
        return OTPRequired(destination: destination, resendAfter: (wait + 999) / 1000)
      }
    }
    try self.text(text.id, to: address, for: action, session: session, at: now, in: transaction)
    return OTPRequired(destination: destination, resendAfter: resend)
  }

  /// Texts a code for an action, and says so in the audit log.
  func text(
    _ id: CodeRequestID, to address: Address, for action: ActionDocument,
    session: AuthenticatedSession, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try put(
      id, .second, (.second, address), for: action, session: session, at: now, in: transaction)
    try audit.append(
      AuditEvent(
        "code_texted", subject: session.accountID, ["codeRequest": id.auditID]), at: now,
      in: transaction)
  }

  /// Refuses an account that has an authenticator app: a text stands in for none, since whoever
  /// takes over the telephone's number would pass by the app.
  static func requireNoApp(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws {
    guard try !AuthenticatorApps.isEnrolled(account, in: transaction) else {
      throw Refusal.authenticatorAppNeeded
    }
  }

  /// Stores a code for an action and has it sent.
  ///
  /// With a ground it also registers a key, on that ground.
  func put(
    _ id: CodeRequestID, _ place: CodePlace, _ goal: (choice: AddressChoice, address: Address),
    for action: ActionDocument, registersOn ground: Ground? = nil, session: AuthenticatedSession,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let purpose: CodePurpose = ground == nil ? .approve : .registerAndApprove
    try store(
      NewCodeRequest(
        id: id, userName: try Accounts.userName(of: session.accountID, in: transaction),
        displayName: nil,
        requester: .session(session), purpose: purpose, place: place, ground: ground,
        binding: try action.codeBinding, sentTo: session.accountID), at: now, in: transaction)
    try Outbox.put(
      code: id, to: .account(session.accountID, goal.choice), purpose,
      .document(action.document.json), in: action.document.language,
      until: now.adding(seconds: policy.lifetimeSeconds), at: now, in: transaction)
  }

  /// The query for the waits of an account's authenticator app and of its hold.
  static func waitQuery(of account: AccountID) -> SQLStatement {
    SQLStatement(
      """
      SELECT p.wait_id, a.hold_wait_id FROM accounts a
      LEFT JOIN authenticator_apps p ON p.account_id = a.id AND p.secret IS NOT NULL
      WHERE a.id = ?
      """, [.text(account.text)])
  }

  /// Chooses the code that an account gives beside the first one: that of its authenticator app,
  /// else one that is texted; nil if it has neither.
  static func second(
    of account: AccountID, _ reach: Reach, in transaction: any ReadTransaction
  ) throws -> CodeRequestAnswer.SecondCode? {
    if try AuthenticatorApps.isEnrolled(account, in: transaction) { return .twoFactorCode }
    return reach.address(.second) == nil ? nil : .otp
  }
}

/// The second code of an action, which is texted where the first one alone was given.
struct CodeText: Sendable {
  let id: CodeRequestID
  /// The person's addresses; nil for a proof after which nothing is texted.
  let reach: Reach?
}

/// The outcome of the codes of an action.
enum CodesStep: Sendable {
  case used(CheckedCode?)
  case otpRequired(OTPRequired)
}
