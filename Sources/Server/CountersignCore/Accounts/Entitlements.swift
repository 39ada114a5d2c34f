import WireModel

/// What the factors and the sessions of an account entitled to, and was not used yet.
extension Accounts {
  /// Takes away what an account's factors and number entitled to and was not used yet.
  ///
  /// Whatever changes, suspends or removes one of them calls this: what that one began is void with
  /// it, and by which of them something was begun is not known. The lanes go too, since a stranger
  /// may have got one by such a factor. Whoever proves another factor has a lane again.
  ///
  /// - Parameters:
  ///   - accountID: Whose.
  ///   - transaction: The transaction of the change.
  /// - Throws: ``StoreError``.
  static func voidEntitlements(
    of accountID: AccountID, in transaction: any WriteTransaction
  ) throws {
    try voidGrants(of: accountID, in: transaction)
    try SessionLinks.endAll(of: accountID, in: transaction)
    try Lanes.endAll(of: accountID, in: transaction)
  }

  /// Takes away what a device entitled to, its PIN and its passkeys with it, now that one of them
  /// changes or goes.
  ///
  /// A device that nobody has claimed may be a stranger's. So only what it began itself is void:
  /// the logins that it confirmed, and what is under way in its sessions and in those of screens
  /// that it let in. Its tokens are void anyway: their key is looked at when they act.
  ///
  /// - Parameters:
  ///   - accountID: Whose.
  ///   - device: The device, which is not revoked yet.
  ///   - now: The present moment.
  ///   - transaction: The transaction of the change.
  /// - Throws: ``StoreError``.
  static func voidEntitlements(
    of accountID: AccountID, from device: DeviceID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let row = try DeviceRow.find(device, of: accountID, in: transaction)
    let wait = try Waits.running(row?.wait, at: now, in: transaction)
    guard wait?.isUnclaimed == true else {
      return try voidEntitlements(of: accountID, in: transaction)
    }
    try SessionLinks.endLogins(confirmedBy: device, in: transaction)
    for session in try Sessions.all(restingOn: device, of: accountID, in: transaction) {
      _ = try voidEntitlements(of: accountID, madeIn: session, in: transaction)
      try Phones.withdraw(of: accountID, begunIn: session, in: transaction)
      try Codes.closeAll([.second], of: session, in: transaction)
    }
  }

  /// Notes that factors of an account are gone, or that others took their place: the sessions that
  /// rest on them end, and what the account's factors entitled to is void.
  ///
  /// - Parameters:
  ///   - factors: The factors.
  ///   - accountID: Whose.
  ///   - device: The device whose factors they were; nil for none.
  ///   - session: The session that makes the change, which goes on; nil for none.
  ///   - now: The present moment.
  ///   - transaction: The transaction of the change.
  /// - Throws: ``StoreError``.
  static func noteGone(
    _ factors: [AccountFactor], of accountID: AccountID, from device: DeviceID? = nil,
    sparing session: SessionID?, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try Sessions.endThose(
      restingOn: factors, of: accountID, sparing: session, at: now, in: transaction)
    if let device {
      try voidEntitlements(of: accountID, from: device, at: now, in: transaction)
    } else {
      try voidEntitlements(of: accountID, in: transaction)
    }
  }

  /// Takes away what one session made and others could still use.
  ///
  /// A passkey or a telephone number that is begun in a session is completed in no other one.
  ///
  /// - Returns: Whether an authenticator app was being set up. Open links end with their session.
  static func voidEntitlements(
    of accountID: AccountID, madeIn session: SessionID, in transaction: any WriteTransaction
  ) throws -> Bool {
    try SessionLinks.endAll(of: accountID, madeIn: session, in: transaction)
    return try AuthenticatorApps.withdraw(of: accountID, madeIn: session, in: transaction)
  }

  /// Takes away what the account's sessions were granted and have not used yet.
  ///
  /// That is the right to register a passkey, a number or an authenticator app that is being set,
  /// the codes that were texted, and the tokens of a PIN in a body and of codes.
  static func voidGrants(
    of accountID: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM registration_grants WHERE account_id = ?", [.text(accountID.text)])
    try Phones.withdraw(of: accountID, in: transaction)
    try AuthenticatorApps.withdraw(of: accountID, in: transaction)
    try Codes.closeAll([.second], of: accountID, in: transaction)
    try SpentProofs.forgetVerifiedOfNoKey(of: accountID, in: transaction)
  }
}
