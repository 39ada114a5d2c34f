public import WireModel

/// Ends sessions: the one that asks, another, or all others.
extension Sessions {
  /// Ends the session that asks (logout).
  public func end(_ session: AuthenticatedSession) async throws {
    let now = commands.now()
    try await commands.write { [self] transaction in
      try Sessions.end(session, at: now, in: transaction)
      try audit.append(
        AuditEvent(
          "session_ended", subject: session.accountID, ["session": .string(session.id.text)]),
        at: now, in: transaction)
    }
  }

  /// Ends one session.
  static func end(
    _ session: AuthenticatedSession, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE sessions SET ended_at = ? WHERE id = ? AND ended_at IS NULL",
      [.integer(now.milliseconds), .text(session.id.text)])
  }

  /// Ends the sessions of an account, but one at most, and what any of them had under way.
  ///
  /// - Returns: How many there were.
  static func endAll(
    of account: AccountID, sparing session: SessionID?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Int {
    let ended = try transaction.execute(
      "UPDATE sessions SET ended_at = ? WHERE account_id = ? AND id <> ? AND ended_at IS NULL",
      [.integer(now.milliseconds), .text(account.text), .text(session?.text ?? "")])
    try endWork(of: account, in: transaction)
    return ended
  }

  /// Ends the sessions that rest on factors which are gone: those that one of them opened, or
  /// raised last.
  ///
  /// - Parameters:
  ///   - factors: The factors.
  ///   - account: Whose.
  ///   - session: The session in which the person took them away, which goes on; nil for none.
  ///   - now: The present moment.
  ///   - transaction: The transaction that takes the factors away.
  /// - Throws: ``StoreError``.
  static func endThose(
    restingOn factors: [AccountFactor], of account: AccountID, sparing session: SessionID?,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let names = factors.map { SQLValue.text($0.name) }
    guard !names.isEmpty else { return }
    try transaction.execute(
      """
      UPDATE sessions SET ended_at = ? WHERE account_id = ? AND id <> ? AND ended_at IS NULL
        AND (opened_by IN (\(names.placeholders)) OR raised_by IN (\(names.placeholders)))
      """,
      [.integer(now.milliseconds), .text(account.text), .text(session?.text ?? "")] + names
        + names)
  }

  /// The sessions of a device, and those that it, or its PIN, opened or raised last.
  static func all(
    restingOn device: DeviceID, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> [SessionID] {
    let name = SQLValue(AccountFactor.devicePIN(device).name)
    return try transaction.rows(
      """
      SELECT id FROM sessions
      WHERE account_id = ? AND (device_id = ? OR opened_by = ? OR raised_by = ?)
      """, [.text(account.text), .text(device.text), name, name]
    ).map { SessionID(try $0.text(0)) }
  }

  /// Has the session in which a person takes factors away go on by what is left.
  ///
  /// Where another factor proved that, the session rests on it in place of those that are gone.
  /// Where one of them proved it, the session ends if one of them opened it. If one of them raised
  /// it last, it shows what a weak session shows, and ends no other one.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - gone: The factors.
  ///   - factor: The factor that proved that they are to go; nil for none.
  ///   - now: The present moment.
  ///   - transaction: The transaction that takes the factors away.
  /// - Throws: ``StoreError``.
  static func goOn(
    _ session: SessionID, without gone: [AccountFactor], provedBy factor: AccountFactor?,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let names = gone.map { SQLValue.text($0.name) }
    guard !names.isEmpty, let name = factor?.name else { return }
    guard gone.contains(where: { $0.name == name }) else {
      try rename(names, to: name, where: "id", .text(session.text), in: transaction)
      return
    }
    try transaction.execute(
      """
      UPDATE sessions SET ended_at = ? WHERE id = ? AND ended_at IS NULL
        AND opened_by IN (\(names.placeholders))
      """, [.integer(now.milliseconds), .text(session.text)] + names)
    try transaction.execute(
      """
      UPDATE sessions SET level = CASE WHEN level > ? THEN ? ELSE level END, raised_by = NULL,
        methods = '', proved_at = NULL,
        retired_hash = NULL, retired_until = NULL, retired_level = NULL
      WHERE id = ? AND ended_at IS NULL AND raised_by IN (\(names.placeholders))
      """,
      [
        .integer(AssuranceLevel.weak.rawValue), .integer(AssuranceLevel.weak.rawValue),
        .text(session.text),
      ] + names)
  }

  /// Has the session in which a device puts its own passkey aside go on by the device alone, if the
  /// passkey opened or raised it: it proves nothing any more, and sees what waits.
  static func goOn(
    _ session: SessionID, without passkey: CredentialID, byDeviceAlone device: DeviceID,
    in transaction: any WriteTransaction
  ) throws {
    let gone = SQLValue.text(AccountFactor.passkey(passkey, isBackedUp: nil).name)
    try transaction.execute(
      """
      UPDATE sessions SET level = ?, opened_by = ?, raised_by = NULL, methods = '',
        proved_at = NULL, retired_hash = NULL, retired_until = NULL, retired_level = NULL
      WHERE id = ? AND ended_at IS NULL AND (opened_by = ? OR raised_by = ?)
      """,
      [
        .integer(AssuranceLevel.unproved.rawValue),
        .text(AccountFactor.devicePIN(device).name), .text(session.text), gone, gone,
      ])
  }

  /// Has the sessions of an account that rest on some factors rest on another one, which takes the
  /// place of all of them.
  static func move(
    from factors: [AccountFactor], to factor: AccountFactor, of account: AccountID,
    in transaction: any WriteTransaction
  ) throws {
    let names = factors.map { SQLValue.text($0.name) }
    guard !names.isEmpty else { return }
    try rename(names, to: factor.name, where: "account_id", .text(account.text), in: transaction)
  }

  private static func rename(
    _ names: [SQLValue], to name: String, where column: StaticString, _ value: SQLValue,
    in transaction: any WriteTransaction
  ) throws {
    for rest: StaticString in ["opened_by", "raised_by"] {
      try transaction.execute(
        """
        UPDATE sessions SET \(rest) = ?
        WHERE \(column) = ? AND ended_at IS NULL AND \(rest) IN (\(names.placeholders))
        """, [.text(name), value] + names)
    }
  }

  /// Ends what the sessions of an account have under way; by which of them nobody knows.
  private static func endWork(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    // A link that one of them made, or a login that waits to be collected, is no less theirs.
    try SessionLinks.endAll(of: account, in: transaction)
    // So is an authenticator app that is half enrolled.
    try AuthenticatorApps.withdraw(of: account, in: transaction)
  }

  /// Ends the other sessions of the account, and what any of its sessions had under way: links, and
  /// an authenticator app that is half enrolled.
  public func endOthers(_ session: AuthenticatedSession) async throws -> RevocationAnswer {
    let now = commands.now()
    return try await commands.write { [self] transaction in
      let ended = try Sessions.endAll(
        of: session.accountID, sparing: session.id, at: now, in: transaction)
      try audit.append(
        AuditEvent(
          "other_sessions_ended", subject: session.accountID, ["count": .integer(Int64(ended))]),
        at: now, in: transaction)
      return RevocationAnswer(revoked: Int64(ended))
    }
  }

  /// Ends one other session of the account, and what any of its sessions had under way: which of
  /// them made a link is not known.
  ///
  /// - Parameters:
  ///   - id: The session's id, as the list has it.
  ///   - session: The session that asks.
  /// - Returns: That one has ended.
  /// - Throws: ``Refusal`` for the session that asks, and for one that the account does not have.
  public func end(
    _ id: SessionID, from session: AuthenticatedSession
  ) async throws -> RevocationAnswer {
    guard id != session.id else {
      throw Refusal(.malformed, "which: DELETE /sessions/current ends this one")
    }
    let now = commands.now()
    return try await commands.write { [self] transaction in
      let ended = try transaction.execute(
        "UPDATE sessions SET ended_at = ? WHERE id = ? AND account_id = ? AND ended_at IS NULL",
        [.integer(now.milliseconds), .text(id.text), .text(session.accountID.text)])
      guard ended == 1 else { throw Refusal.noSuchSession }
      try Sessions.endWork(of: session.accountID, in: transaction)
      try audit.append(
        AuditEvent(
          "session_ended", subject: session.accountID,
          ["session": .string(id.text), "by": .string(session.id.text)]),
        at: now, in: transaction)
      return RevocationAnswer(revoked: 1)
    }
  }
}

extension Refusal {
  /// A session that the account does not have, or that is over.
  static let noSuchSession = Refusal(
    .notFound, "the account has no such open session; list them with GET /sessions")
}

extension AuthenticatedSession {
  /// Tells if the session was opened or raised with a factor.
  func rests(on factor: AccountFactor, in transaction: any ReadTransaction) throws -> Bool {
    try transaction.row(
      "SELECT 1 FROM sessions WHERE id = ? AND (opened_by = ? OR raised_by = ?)",
      [.text(id.text), .text(factor.name), .text(factor.name)]) != nil
  }
}
