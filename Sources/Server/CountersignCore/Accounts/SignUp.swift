public import WireModel

extension Service {
  /// Signs up, or signs in where the account exists: the answer is the same, and the mail says
  /// which.
  ///
  /// The account is made when the mailed code comes back, not before: a stranger can neither occupy
  /// an address nor choose its owner's name.
  public func signUp(
    _ request: SignUpRequest, from network: RequesterNetwork
  ) async throws -> Decision<CodeRequestAnswer> {
    let id = CodeRequestID.new("cod_", random)
    let now = clock.now()
    let decision = try await command { transaction in
      let userName = try EmailAddress(request.userName).text
      let displayName = try DisplayName(request.displayName).text
      try storeCodeRequest(
        NewCodeRequest(
          id: id, userName: userName, displayName: displayName, requester: .stranger(network),
          purpose: .signIn, channel: .email), at: now, in: transaction)
      try Outbox.put(
        code: id, to: userName, .email, .signIn,
        until: now.adding(seconds: policy.codes.lifetimeSeconds), at: now, in: transaction)
      let existing = try transaction.row(
        "SELECT id FROM accounts WHERE user_name = ?", [.text(userName)])
      if let existing {
        try Outbox.put(
          notice: .signUpRepeated, to: AccountID(existing.text(0)), id: id.text, at: now,
          in: transaction)
      }
      return CodeRequestAnswer(codeRequest: id.text, resendAfter: policy.codes.resendSeconds)
    }
    outboxBell.ring()
    return decision
  }

  /// Makes the account of a sign-up whose code came back, with its wallet.
  func createAccount(
    _ id: AccountID, userName: String, displayName: String, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "INSERT INTO accounts (id, user_name, display_name, created_at) VALUES (?, ?, ?, ?)",
      [.text(id.text), .text(userName), .text(displayName), .integer(now.milliseconds)])
    try Ledger.book(
      [
        Ledger.Line(account: .openingGrants, amount: -policy.openingBalance),
        Ledger.Line(account: .wallet(id), amount: policy.openingBalance),
      ], transfer: "opening:\(id.text)", at: now, in: transaction)
    try audit.append(AuditEvent("account_created", subject: id), at: now, in: transaction)
  }

  /// Whether the account has, or ever had, a factor.
  ///
  /// A mailed code alone adds one only to an account that never had any: one whose factors were all
  /// revoked is recovered, not taken by its mailbox.
  static func hadFactor(
    _ account: AccountID, in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      "SELECT first_factor_at FROM accounts WHERE id = ?", [.text(account.text)])?
      .optionalInteger(0) != nil
  }

  /// Notes that the account has a factor now.
  ///
  /// With the first one the account's telephone number goes: a mailed code alone has set it, maybe
  /// by whoever reads the mailbox. One that is being set is refused when it is confirmed.
  func noteFactor(
    _ account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let first = try transaction.execute(
      "UPDATE accounts SET first_factor_at = ? WHERE id = ? AND first_factor_at IS NULL",
      [.integer(now.milliseconds), .text(account.text)])
    guard first == 1, try Phones.forgetConfirmed(of: account, in: transaction) else { return }
    try audit.append(AuditEvent("phone_removed", subject: account), at: now, in: transaction)
  }
}
