public import WireModel

/// Decides what a session is let to.
extension Sessions {
  /// Refuses a session that is worth too little for a route, unless its account never had a factor:
  /// then there is nothing else to prove.
  ///
  /// `hasNothingToProve(in:reading:)` decides that. As long as factors are on hold, the device of a
  /// session is not enough either.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - access: Who may use the route.
  /// - Throws: ``Refusal`` (`insufficient_user_authentication`, RFC 9470), or ``StoreError``.
  public func require(
    _ session: AuthenticatedSession, for access: Route.Access
  ) async throws {
    let (level, admitsDevices): (AssuranceLevel, Bool)
    switch access {
    case .session(let least): (level, admitsDevices) = (least, false)
    case .sessionOfDevice(let least): (level, admitsDevices) = (least, true)
    case .everyone, .optionalSession, .service: return
    }
    guard session.level < level else { return }
    let (isEnough, isOnHold) = try await commands.read { transaction in
      let isOnHold = try Holds.isOnHold(session.accountID, in: transaction)
      if admitsDevices, session.deviceID != nil, !isOnHold { return (true, isOnHold) }
      return (
        try Sessions.hasNothingToProve(in: session.id, reading: transaction), isOnHold
      )
    }
    guard !isEnough else { return }
    var refusal = isOnHold ? Refusal.onHold(below: level) : .unproved(below: level)
    refusal.maximumAgeSeconds = policy.sessionInactivitySeconds
    throw refusal
  }

  /// Tells if a session needs no proof for whatever takes none of an account that never had a
  /// factor: there is nothing to prove then.
  ///
  /// A session that a host opened in an account which its word does not stand for has something to
  /// prove: that its holder is the account's person. So has each session of an account with factors
  /// on hold (``Hold``). All that asks for no proof asks this.
  static func hasNothingToProve(
    in session: SessionID, reading transaction: any ReadTransaction
  ) throws -> Bool {
    let row = try transaction.row(
      """
      SELECT a.id FROM sessions s JOIN accounts a ON a.id = s.account_id
      WHERE s.id = ? AND s.foreign_host_id IS NULL AND a.first_factor_at IS NULL
      """, [.text(session.text)])
    guard let row else { return false }
    return try !Holds.isOnHold(AccountID(row.text(0)), in: transaction)
  }
}
