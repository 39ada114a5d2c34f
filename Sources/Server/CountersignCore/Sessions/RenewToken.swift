import WebAuthnModel
import WireModel

/// How long a session may be given another token.
enum TokenRenewal {
  /// Until it ends.
  case open
  /// Until it is used, or ends.
  case unused
}

extension Service {
  /// Gives a session another token in place of one that may never have arrived, which is good for
  /// nothing from then on.
  ///
  /// - Throws: ``Refusal/linkOver`` where it may have none.
  func renewToken(
    of session: SessionID, of account: AccountID, from draft: SessionDraft,
    while renewal: TokenRenewal, in transaction: any WriteTransaction
  ) throws -> SessionAnswer {
    let unused = if case .unused = renewal { " AND last_active_at < created_at" } else { "" }
    let renewed = try transaction.execute(
      "UPDATE sessions SET token_hash = ? WHERE id = ? AND ended_at IS NULL\(unused)",
      [.blob(draft.tokenHash), .text(session.text)])
    guard renewed == 1 else { throw Refusal.linkOver }
    return SessionAnswer(
      accessToken: draft.token, expiresIn: policy.sessionInactivitySeconds,
      accountID: account.text)
  }

  /// Marks a new session as one that nobody has used.
  ///
  /// It was last active so long before it was made that its first use is written down at once, for
  /// every node and whatever happens to this one.
  static func markUnused(
    _ draft: SessionDraft, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE sessions SET last_active_at = created_at - ? WHERE id = ?",
      [.integer(activityFlushMilliseconds), .text(draft.id.text)])
  }
}
