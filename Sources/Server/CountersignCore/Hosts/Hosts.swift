import WebAuthnModel

/// The rows of hosts, and what tells one host's from another's.
enum Hosts {
  /// The host of a name, made where it is missing.
  ///
  /// - Returns: Its id, and whether it was made now.
  static func ensure(
    _ name: HostName, orNew newID: HostID, _ audit: AuditTrail, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> (id: HostID, isNew: Bool) {
    if let id = try find(name, in: transaction) { return (id, false) }
    try transaction.execute(
      "INSERT INTO hosts (id, name, created_at) VALUES (?, ?, ?)",
      [.text(newID.text), .text(name.text), .integer(now.milliseconds)])
    let details: JSONObject = ["host": .string(newID.text)]
    try audit.append(
      AuditEvent("host_created", subjectText: "service", details), at: now, in: transaction)
    return (newID, true)
  }

  /// The id of a new host.
  static func newID(_ random: any RandomBytes) -> HostID { HostID.new("hst_", random) }

  /// The host of a name; nil where there is none.
  static func find(_ name: HostName, in transaction: any ReadTransaction) throws -> HostID? {
    try transaction.row("SELECT id FROM hosts WHERE name = ?", [.text(name.text)])
      .map { HostID(try $0.text(0)) }
  }

  /// Every host, the ones that each deployment has first.
  static func all(in transaction: any ReadTransaction) throws -> [StoredHost] {
    try transaction.rows(
      "SELECT id, name, created_at, event_address FROM hosts ORDER BY created_at, name", []
    ).map { row in
      StoredHost(
        id: HostID(try row.text(0)), name: HostName(stored: try row.text(1)),
        createdAt: Timestamp(milliseconds: try row.integer(2)),
        eventAddress: try row.optionalText(3))
    }
  }

  /// Notes a proof of a host's scenario in a session: the host may look that session up.
  ///
  /// Once for each session: an approval after the first writes nothing more.
  static func note(
    _ scenario: DeclaredScenario, provedIn session: SessionID, of account: AccountID,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.enqueue(
      """
      INSERT INTO session_hosts (session_id, host_id, account_id, at)
        SELECT ?, id, ?, ? FROM hosts WHERE name = ?
      ON CONFLICT (session_id, host_id) DO NOTHING
      """,
      [
        .text(session.text), .text(account.text), .integer(now.milliseconds),
        .text(scenario.host.text),
      ])
  }
}

/// A host as the store keeps it: a tenant of the deployment, without the secret of its events.
public struct StoredHost: Sendable, Hashable {
  /// Its id; no secret.
  public let id: HostID
  /// Its name.
  public let name: HostName
  /// The moment at which it was made; 1970 for those that each deployment has.
  public let createdAt: Timestamp
  /// The address at which it gets events; nil if it has none of its own.
  public let eventAddress: String?
}

extension AccountID {
  /// The host that made the account; nil for one whose person signed up, and where there is none.
  func maker(in transaction: any ReadTransaction) throws -> HostID? {
    try transaction.row("SELECT host_id FROM accounts WHERE id = ?", [.text(text)])?
      .optionalText(0).map { HostID($0) }
  }
}

extension DeclaredScenario {
  /// Refuses a host that the scenario is not of, as if there were no scenario of that name.
  func require(_ host: AuthenticatedServiceKey) throws(Refusal) {
    guard host.hostName == self.host else { throw Refusal.scenarioUnknown }
  }
}

extension Refusal {
  /// No scenario of that name, or another host's: said in one way, so that it tells nothing.
  static let scenarioUnknown = Refusal(
    .unacceptableValue, "scenario: this server knows none by that name")
}
