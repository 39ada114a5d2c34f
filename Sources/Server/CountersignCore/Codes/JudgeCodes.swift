import WireModel

extension Service {
  /// Judges the codes of a proof and uses them up, in the transaction of the action that they are
  /// for; of any other proof nothing is left to be judged there.
  ///
  /// - Parameters:
  ///   - proof: The proof.
  ///   - action: What it is given for; looked at only where the proof is of codes.
  ///   - session: Who gives it.
  ///   - now: When.
  ///   - transaction: The action's transaction.
  /// - Returns: That a second code was texted, and nothing may be executed yet; nil where the
  ///   action may go on.
  /// - Throws: A ``Refusal``, with what it counted written.
  func useCodes(
    of proof: ActionProof, for action: @autoclosure () throws -> LinkedAction,
    session: AuthenticatedSession, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> OTPRequired? {
    guard case .codes(let codes) = proof else { return nil }
    return try use(codes, for: try action(), session: session, at: now, in: transaction)
  }

  /// Judges codes and uses them up, all or none.
  ///
  /// The second code is judged only where the mailed one is right, so that whoever lacks the
  /// mailbox learns nothing of it; what was wrong is not said.
  private func use(
    _ given: GivenCodes, for action: LinkedAction, session: AuthenticatedSession,
    at now: Timestamp, in transaction: any WriteTransaction
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
      return try requireOTP(for: action, session: session, at: now, in: transaction)
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
    _ code: SecretText, _ channel: CodeChannel, for action: LinkedAction,
    session: AuthenticatedSession, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> StoredCode {
    let stored = try openCode(channel, for: action, session, at: now, in: transaction)
    guard let stored else { throw Refusal.verificationFailed }
    guard codes.matches(code, stored.id) else {
      throw try countWrong(stored, .codes(session.accountID), at: now, in: transaction)
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
    guard let step else { throw try countWrongAppCode(of: account, at: now, in: transaction) }
    return step
  }

  /// Counts a wrong code of the account's authenticator app, or of one that is being set up.
  ///
  /// - Returns: What the person is told.
  func countWrongAppCode(
    of account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> Refusal {
    try audit.append(
      AuditEvent("authenticator_code_refused", subject: account), at: now, in: transaction)
    try countRefusal(of: .twoFactor(account), account, at: now, in: transaction)
    return .verificationFailed
  }

  /// The code that may be given for an action; nil where there is none.
  func openCode(
    _ channel: CodeChannel, for action: LinkedAction, _ session: AuthenticatedSession,
    at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> StoredCode? {
    let stored = try StoredCode.newest(of: session.id.text, .approve, channel, in: transaction)
    guard let stored, stored.isOpen(at: now, policy.codes), stored.binding == action.codeBinding
    else { return nil }
    return stored
  }
}
