import WireModel

extension Service {
  /// Notes that a factor of the account was proved in this session, and by which methods (RFC
  /// 8176): time and methods are those of one proof, the newest.
  static func noteProof(
    by methods: [String], in session: SessionID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE sessions SET proved_at = ?, methods = ? WHERE id = ?",
      [
        .integer(now.milliseconds), .text(methods.joined(separator: " ")), .text(session.text),
      ])
  }

  /// Refuses a session in which no factor was proved lately: what it asks for would let whoever
  /// reads the mailbox take a factor away (ASVS V7.5.1; RFC 9470).
  func requireFreshProof(
    in session: AuthenticatedSession, at now: Timestamp, in transaction: any ReadTransaction
  ) throws {
    let row = try transaction.row(
      "SELECT proved_at FROM sessions WHERE id = ?", [.text(session.id.text)])
    let provedAt = try row?.optionalInteger(0) ?? .min / 2
    guard now.milliseconds - provedAt <= policy.freshProofSeconds * 1000 else {
      var refusal = Refusal(
        .insufficientUserAuthentication,
        "prove a factor first, by options for MANAGE_FACTORS and verify, or send it as proof")
      refusal.sufficientContext = Self.linkedContext
      refusal.maximumAgeSeconds = policy.freshProofSeconds
      throw refusal
    }
  }
}
