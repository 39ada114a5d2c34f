import WebAuthnModel
import WireModel

extension Service {
  /// Uses up what entitles to a new factor: a proved factor, or a mailed code where there is none
  /// yet, or where a recovery is ready.
  ///
  /// - Returns: The request of the code that entitles, to be settled when the factor is stored.
  func entitle(
    _ proved: ActionProof?, code: SecretText?, purpose: CodePurpose,
    session: AuthenticatedSession, on operation: FactorOperation? = nil, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> CodeRequestID? {
    if let proved {
      try use(proved, session: session, on: operation, at: now, in: transaction)
      return nil
    }
    let account = session.accountID
    guard
      try !Self.hadFactor(account, in: transaction)
        || isRecoverable(account, at: now, in: transaction)
    else { throw Refusal.factorRequired }
    guard let code else {
      throw Refusal(.proofRequired, "give the validateCode that was mailed for this purpose")
    }
    // The code of an action entitles to the key that is registered on the way to it.
    let purposes = purpose == .register ? [purpose, .approve] : [purpose]
    return try judgeCode(
      code, session: session, purposes: purposes, at: now, in: transaction
    ).id
  }

  /// Uses up a proved factor, and says in the audit log which one it was.
  ///
  /// An assertion acts once; a right PIN has cleared its count by then.
  func use(
    _ proved: ActionProof, session: AuthenticatedSession, on operation: FactorOperation? = nil,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    switch proved {
    case .key(let proof):
      let state = try requireUnspent(proof, at: now, in: transaction)
      try useCredential(of: proof, state, at: now, in: transaction)
      try spend(
        proof, on: operation.map { ($0.id, $0.bodyHash) }, at: now, in: transaction)
    case .pin: break
    case .codes:
      let otpRequired = try useCodes(
        of: proved, for: .withoutTransaction(.manageFactors), session: session, at: now,
        in: transaction)
      // Only an app's code stands beside the mailed one here: nothing was texted.
      guard otpRequired == nil else { throw Refusal.proofNotAllowed }
    }
    try Self.noteProof(by: proved.methods, in: session.id, at: now, in: transaction)
    let details: JSONObject = [
      "proof": .string(proved.kind.rawValue), "session": .string(session.id.text),
    ]
    try audit.append(
      AuditEvent("factor_proved", subject: session.accountID, details), at: now, in: transaction)
  }
}

extension Service {
  /// Takes away what an account's factors entitled to and was not used yet: it is void with them.
  ///
  /// So is the freshness of a proof in another session than the one that acts, in any where none
  /// does: a thief's may have come of the factor that is gone.
  static func voidEntitlements(
    of accountID: AccountID, sparing session: SessionID?, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM registration_grants WHERE account_id = ?", [.text(accountID.text)])
    try Phones.withdraw(of: accountID, in: transaction)
    try AuthenticatorApps.withdraw(of: accountID, in: transaction)
    try SessionLinks.endAll(of: accountID, in: transaction)
    try transaction.execute(
      "UPDATE sessions SET proved_at = NULL WHERE account_id = ? AND id <> ?",
      [.text(accountID.text), .text(session?.text ?? "")])
  }
}

extension Refusal {
  /// The session is good but too weak: a factor has to be proved (RFC 9470).
  static let factorRequired: Refusal = {
    var refusal = Refusal(
      .insufficientUserAuthentication,
      "prove a factor that the account has, and send it as proof; a code alone is not enough")
    refusal.sufficientContext = Service.linkedContext
    return refusal
  }()

  /// A kind of proof that the scenario does not allow.
  static let proofNotAllowed = Refusal(
    .proofNotAllowed, "this action does not take that kind of proof; use a passkey or the PIN")
}
