import WireModel

extension Service {
  /// Judges the codes of an action, and uses up those that are a proof.
  ///
  /// - Returns: The code that takes a proof's place, to be closed where the factor is stored; or
  ///   that a second code was texted, and nothing may be executed yet.
  func useCodes(
    of proof: JudgedProof, _ document: ActionDocument, _ caller: Caller, texting id: CodeRequestID,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> CodesStep {
    switch (proof, caller) {
    case (.codes(let codes), .session(let session)):
      let required = try use(
        codes, for: document, session: session, texting: id, at: now, in: transaction)
      return required.map(CodesStep.otpRequired) ?? .used(nil)
    case (.codes, _): throw Refusal.proofNotAllowed
    case (.code(let code?, let purpose), _):
      return .used(try judge(code, purpose, caller, at: now, in: transaction).id)
    case (.key, _), (.pin, _), (.code, _), (.nothing, _): return .used(nil)
    }
  }

  /// Judges a code that takes a proof's place.
  func judge(
    _ code: SecretText, _ purpose: CodePurpose, _ caller: Caller, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> JudgedCode {
    switch caller {
    case .session(let session):
      // The code of an action entitles to the key that is registered on the way to it.
      let purposes = purpose == .register ? [purpose, .approve] : [purpose]
      return try judgeCode(code, session: session, purposes: purposes, at: now, in: transaction)
    case .link(let link, account: _):
      return try judgeCode(code, link: link, purpose: purpose, at: now, in: transaction)
    case .host: throw Refusal.proofNotAllowed
    }
  }

  /// Judges codes and uses them up, all or none.
  ///
  /// The second code is judged only where the mailed one is right, so that whoever lacks the
  /// mailbox learns nothing of it; what was wrong is not said.
  private func use(
    _ given: GivenCodes, for action: ActionDocument, session: AuthenticatedSession,
    texting id: CodeRequestID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> OTPRequired? {
    let account = session.accountID
    try requireUnblocked(.codes(account), at: now, in: transaction)
    if case .app = given.second {
      // Before the mailed code is judged, so that it is judged for no app that could not follow.
      guard try AuthenticatorApps.isEnrolled(account, in: transaction) else {
        throw Refusal.authenticatorAppMissing
      }
      try requireUnblocked(.twoFactor(account), at: now, in: transaction)
    }
    let mailed = try judge(
      given.mailed, .email, for: action, session: session, at: now, in: transaction)
    switch given.second {
    case .missing:
      try requireNoApp(of: account, in: transaction)
      try transaction.execute(
        "UPDATE code_requests SET right_at = ? WHERE id = ?",
        [.integer(now.milliseconds), .text(mailed.id.text)])
      return try requireOTP(id, for: action, session: session, at: now, in: transaction)
    case .texted(let otp):
      try requireNoApp(of: account, in: transaction)
      let texted = try judge(
        otp, .sms, for: action, session: session, at: now, in: transaction)
      try closeCode(texted.id, at: now, in: transaction)
    case .app(let code):
      let step = try judgeApp(code, of: account, at: now, in: transaction)
      try AuthenticatorApps.note(step: step, of: account, in: transaction)
      try Attempts.clear(.twoFactor(account), in: transaction)
    }
    try closeCode(mailed.id, at: now, in: transaction)
    try Attempts.clear(.codes(account), in: transaction)
    return nil
  }

  /// Judges one code: the newest of its channel, if it is open and for this very action.
  private func judge(
    _ code: SecretText, _ channel: CodeChannel, for action: ActionDocument,
    session: AuthenticatedSession, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> StoredCode {
    let stored = try openCode(channel, for: action, session, at: now, in: transaction)
    guard let stored else { throw Refusal.verificationFailed }
    guard codes.matches(code, stored.id) else {
      throw Refusal.verificationFailed.counting(.code(stored, .codes(session.accountID)))
    }
    return stored
  }

  /// Judges the code of the account's authenticator app.
  ///
  /// - Returns: Its step, to be noted as used.
  private func judgeApp(
    _ code: SecretText, of account: AccountID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Int64 {
    let app = try AuthenticatorApps.find(of: account, audit.keyring, in: transaction)
    guard let app else { throw Refusal.authenticatorAppMissing }
    let step = OneTimePassword.step(of: code.exposed, app.secret, at: now, after: app.lastStep)
    guard let step else { throw Refusal.verificationFailed.counting(.appCode(account)) }
    return step
  }

  /// The code that may be given for an action; nil where there is none.
  func openCode(
    _ channel: CodeChannel, for action: ActionDocument, _ session: AuthenticatedSession,
    at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> StoredCode? {
    let stored = try StoredCode.newest(of: session.id.text, .approve, channel, in: transaction)
    guard let stored, stored.isOpen(at: now, policy.codes), stored.binding == action.codeBinding
    else { return nil }
    return stored
  }
}

/// What the codes of an action came to.
enum CodesStep: Sendable {
  case used(CodeRequestID?)
  case otpRequired(OTPRequired)
}
