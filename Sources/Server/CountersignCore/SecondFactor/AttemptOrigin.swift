import WireModel

/// The sender of an attempt, and so the target that five failures in a row stop.
///
/// An attempt in a session holds a right element: what opened the session. One outside of any
/// session is a stranger's until something in it is right, and stops nobody but who sent it.
enum AttemptOrigin: Sendable, Hashable {
  /// Somebody who is signed in.
  case session(AuthenticatedSession)
  /// Whoever confirms a link.
  case link(SessionLinkID)
  /// Anybody.
  case anybody(Requester)

  /// The session; nil where there is none.
  var session: AuthenticatedSession? {
    if case .session(let session) = self { session } else { nil }
  }
}

extension Caller {
  /// The sender of this caller's attempts.
  ///
  /// A host proves nothing: it brings what a session proved.
  var origin: AttemptOrigin {
    switch self {
    case .session(let session): .session(session)
    case .link(let link, account: _): .link(link)
    case .host: .anybody(.local)
    }
  }
}

/// A kind of code of an account, which too many wrong ones in a row disable, however long apart.
///
/// A code has 10^6 values: without an end, guesses that wait out every block would find one. A
/// stronger proof takes the guesser's place, and ends the count.
struct CodePath: Sendable, Hashable {
  /// The kind of code.
  enum Kind: String, Sendable, Hashable {
    /// Those that are mailed, or sent to the first address.
    case first
    /// Those that are texted beside a mailed one.
    case second
    /// Those of the authenticator app.
    case app
  }

  let kind: Kind
  let account: AccountID

  init(_ kind: Kind, of account: AccountID) { (self.kind, self.account) = (kind, account) }

  /// The number of wrong ones in a row.
  func failures(in transaction: any ReadTransaction) throws -> Int64 {
    try transaction.row(
      "SELECT failures FROM code_failures WHERE account_id = ? AND path = ?",
      [.text(account.text), .text(kind.rawValue)])?.integer(0) ?? 0
  }

  /// Counts a wrong one.
  func count(in transaction: any WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO code_failures (account_id, path, failures) VALUES (?, ?, 1)
      ON CONFLICT (account_id, path) DO UPDATE SET failures = code_failures.failures + 1
      """, [.text(account.text), .text(kind.rawValue)])
  }

  /// Ends the count: one was right.
  func clear(in transaction: any WriteTransaction) throws {
    try transaction.execute(
      "DELETE FROM code_failures WHERE account_id = ? AND path = ?",
      [.text(account.text), .text(kind.rawValue)])
  }

  /// Ends the counts of all kinds: something stronger was proved, or an administrator knows who
  /// asks.
  static func clearAll(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.enqueue(
      "DELETE FROM code_failures WHERE account_id = ?", [.text(account.text)])
  }
}
