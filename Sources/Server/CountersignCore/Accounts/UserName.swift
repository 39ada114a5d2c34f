import WireModel

extension AccountID {
  /// The name by which the account is known; nil where there is no such account.
  func userName(in transaction: any ReadTransaction) throws -> String? {
    try transaction.row("SELECT user_name FROM accounts WHERE id = ?", [.text(text)])?.text(0)
  }
}

extension Service {
  /// The name by which the account of a session is known.
  func userName(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> String {
    guard let userName = try account.userName(in: transaction) else { throw Refusal.noSession }
    return userName
  }
}
