import WebAuthnModel
public import WireModel

/// The sessions of people whom a host's backend signed in itself, or asks about.
public final class HostSessions: Sendable {
  private let commands: Commands
  private let accounts: Accounts
  private let sessions: Sessions
  private let audit: AuditTrail

  init(commands: Commands, accounts: Accounts, sessions: Sessions, audit: AuditTrail) {
    self.commands = commands
    self.accounts = accounts
    self.sessions = sessions
    self.audit = audit
  }

  /// Opens a session for a person whom a host's backend signed in itself.
  ///
  /// The account is made where it is missing, and is that host's then. No factor of this server was
  /// proved: the session does what one opened by a mailed code does, and no more. In an account
  /// that the host did not make, or whose address its person has proved, the session shows and ends
  /// nothing until a factor is proved.
  ///
  /// - Parameters:
  ///   - request: Who, and the name to show where the account is made.
  ///   - host: Who asks.
  /// - Returns: The session, or `not_found` where there is no account and no name to make it with,
  ///   and for an account that another host made.
  /// - Throws: `StoreError`.
  public func open(
    _ request: ServiceSessionRequest, host: AuthenticatedServiceKey
  ) async throws -> Decision<SessionAnswer> {
    try await open(request, for: host.host, by: (name: "key", .string(host.id.text)))
  }

  /// Opens a session for a person whom the host signed in itself, in this process: there a host
  /// needs no service key, and is the tenant ``HostName/inProcess``.
  ///
  /// - Parameter request: Who, and the name to show where the account is made.
  /// - Returns: The session, or `not_found` where there is no account and no name to make it with,
  ///   and for an account that another host made.
  /// - Throws: `StoreError`.
  public func open(_ request: ServiceSessionRequest) async throws -> Decision<SessionAnswer> {
    try await open(request, for: .inProcess, by: (name: "inProcess", true))
  }

  private func open(
    _ request: ServiceSessionRequest, for host: HostID, by caller: (name: String, JSONValue)
  ) async throws -> Decision<SessionAnswer> {
    let draft = SessionDraft(random: commands.random, now: commands.now(), boundTo: nil)
    let newAccount = NewAccount(commands.random)
    return try await commands.run { [self] transaction in
      let account = try accounts.ofHost(
        request.userName, displayName: request.displayName, orNew: newAccount, by: host,
        .firstFactor, at: draft.now, in: transaction)
      let answer = try sessions.store(
        draft, of: account, from: nil, methods: [], level: .unproved, by: nil, in: transaction)
      let isForeign = try !Accounts.isAnsweredFor(account, by: host, in: transaction)
      try transaction.execute(
        "UPDATE sessions SET host_id = ?, foreign_host_id = ? WHERE id = ?",
        [.text(host.text), SQLValue(isForeign ? host.text : nil), .text(draft.id.text)])
      let details: JSONObject = [
        "session": .string(draft.id.text), "host": .string(host.text), caller.name: caller.1,
      ]
      try audit.append(
        AuditEvent("host_opened_session", subject: account, details), at: draft.now,
        in: transaction)
      return answer
    }
  }

  /// Looks a session up for a host's backend (RFC 7662), with how strong it is (RFC 9470).
  ///
  /// A host looks up the sessions of accounts that it made, and those in which one of its scenarios
  /// was proved within a day. Asking is no activity: it keeps no session alive. A session that is
  /// over, one that never was, one that is none of this host's, and what is no token at all are one
  /// answer.
  ///
  /// - Parameters:
  ///   - request: The access token.
  ///   - host: Who asks.
  /// - Returns: Whose session it is, when it ends, and the key that its token is bound to; its
  ///   context class only where a factor was proved in it, with the time of the latest proof, for
  ///   the host to compare with its greatest age.
  /// - Throws: `StoreError`.
  public func introspect(
    _ request: IntrospectionRequest, host: AuthenticatedServiceKey
  ) async throws -> IntrospectionAnswer {
    guard let session = try await sessions.find(request.token) else { return .inactive }
    let row = try await commands.read { transaction in
      try transaction.row(
        """
        SELECT methods, proved_at FROM sessions WHERE id = ? AND ended_at IS NULL
          AND (EXISTS (SELECT 1 FROM accounts WHERE id = sessions.account_id AND host_id = ?)
            OR EXISTS (SELECT 1 FROM session_hosts WHERE session_id = sessions.id AND host_id = ?))
        """, [.text(session.id.text), .text(host.host.text), .text(host.host.text)])
    }
    guard let row else { return .inactive }
    let methods = try row.text(0).split(separator: " ").map(String.init)
    let provedAt = try row.optionalInteger(1)
    return .active(
      IntrospectionAnswer.ActiveSession(
        accountID: session.accountID.text, contextClass: session.level.contextClass,
        methods: methods, authTime: provedAt.map { $0 / 1000 },
        expiresAt: sessions.end(of: session),
        key: session.key))
  }
}
