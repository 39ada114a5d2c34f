import WireModel

/// Authenticator apps: proposed, confirmed by a code, removed.
public final class AuthenticatorApps: Sendable {
  let commands: Commands
  let issuerName: String
  let factors: FactorStore
  let grounds: Grounds
  let recoveries: Recoveries
  let limits: AttemptLimits
  let audit: AuditTrail
  let pipeline: ActionPipeline
  let policy: CodePolicy

  init(
    commands: Commands, issuerName: String, factors: FactorStore, grounds: Grounds,
    recoveries: Recoveries, limits: AttemptLimits, audit: AuditTrail, pipeline: ActionPipeline,
    policy: CodePolicy
  ) {
    self.commands = commands
    self.issuerName = issuerName
    self.factors = factors
    self.grounds = grounds
    self.recoveries = recoveries
    self.limits = limits
    self.audit = audit
    self.pipeline = pipeline
    self.policy = policy
  }
}

/// The rows of authenticator apps, their secrets sealed: whoever has the database alone has none.
extension AuthenticatorApps {
  /// Tells if the account has one that holds.
  static func isEnrolled(
    _ account: AccountID, in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      "SELECT 1 FROM authenticator_apps WHERE account_id = ? AND secret IS NOT NULL",
      [.text(account.text)]) != nil
  }

  /// The app that holds; nil where there is none.
  static func find(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> AuthenticatorApp? {
    let row = try transaction.row(
      "SELECT secret, last_step FROM authenticator_apps WHERE account_id = ?",
      [.text(account.text)])
    guard let row, let sealed = try row.optionalBlob(0) else { return nil }
    return AuthenticatorApp(
      secret: try transaction.seal(of: account).bytes(sealed, at: place(account)),
      lastStep: try row.integer(1))
  }

  /// The app that is being set up; nil where none is.
  static func unconfirmed(
    by session: AuthenticatedSession, in transaction: any ReadTransaction
  ) throws -> UnconfirmedApp? {
    let account = session.accountID
    let row = try transaction.row(
      """
      SELECT new_secret, new_at, new_grant_id, new_ground FROM authenticator_apps
      WHERE account_id = ? AND new_session_id = ?
      """, [.text(account.text), .text(session.id.text)])
    guard let row, let sealed = try row.optionalBlob(0), let at = try row.optionalInteger(1) else {
      return nil
    }
    guard let ground = Ground(rawValue: try row.optionalText(3) ?? "") else {
      throw StoreError(code: .corrupt, reason: "the ground of an authenticator app")
    }
    return UnconfirmedApp(
      secret: try transaction.seal(of: account).bytes(sealed, at: place(account)),
      at: Timestamp(milliseconds: at),
      grant: try row.optionalText(2).map { CodeRequestID($0) }, ground: ground)
  }

  /// Notes an app that is being set up in a session, in place of one that was.
  static func propose(
    _ app: UnconfirmedApp, for account: AccountID, in session: SessionID?,
    _ transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO authenticator_apps (account_id, last_step, new_secret, new_at, new_grant_id,
        new_ground, new_session_id) VALUES (?, 0, ?, ?, ?, ?, ?)
      ON CONFLICT (account_id) DO UPDATE SET new_secret = excluded.new_secret,
        new_at = excluded.new_at, new_grant_id = excluded.new_grant_id,
        new_ground = excluded.new_ground, new_session_id = excluded.new_session_id
      """,
      [
        .text(account.text),
        .blob(try transaction.seal(of: account).seal(app.secret, at: place(account))),
        .integer(app.at.milliseconds), SQLValue(app.grant?.text), .text(app.ground.rawValue),
        SQLValue(session?.text),
      ])
  }

  /// Notes that the code of a step was used.
  static func note(
    step: Int64, of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE authenticator_apps SET last_step = ? WHERE account_id = ? AND last_step < ?",
      [.integer(step), .text(account.text), .integer(step)])
  }

  /// Forgets an app that is being set up.
  static func withdraw(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE authenticator_apps SET new_secret = NULL, new_at = NULL, new_grant_id = NULL,
        new_ground = NULL
      WHERE account_id = ?
      """, [.text(account.text)])
  }

  /// Forgets an app that is being set up in a session.
  ///
  /// - Returns: Whether there was one.
  static func withdraw(
    of account: AccountID, madeIn session: SessionID, in transaction: any WriteTransaction
  ) throws -> Bool {
    let row = try transaction.row(
      """
      SELECT new_session_id FROM authenticator_apps
      WHERE account_id = ? AND new_secret IS NOT NULL
      """, [.text(account.text)])
    guard let row, try row.optionalText(0) == session.text else { return false }
    try withdraw(of: account, in: transaction)
    return true
  }

  /// Forgets the account's app.
  static func remove(of account: AccountID, in transaction: any WriteTransaction) throws {
    try transaction.execute(
      "DELETE FROM authenticator_apps WHERE account_id = ?", [.text(account.text)])
  }

  /// The place of an app's secret, whether it holds or is being set up.
  static func place(_ account: AccountID) -> SealedPlace {
    SealedPlace("authenticator_apps.secret", of: account.text)
  }
}

/// An authenticator app that holds.
struct AuthenticatorApp: Sendable {
  let secret: [UInt8]
  /// The newest step whose code was used.
  let lastStep: Int64
}

/// An authenticator app that is being set up.
struct UnconfirmedApp: Sendable {
  let secret: [UInt8]
  let at: Timestamp
  /// The mailed code that entitled to it; nil where a proof did.
  let grant: CodeRequestID?
  let ground: Ground
}
