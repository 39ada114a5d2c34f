import WireModel

/// The rows of telephone numbers.
enum Phones {
  /// The number to which codes of an account are texted; nil where it has none.
  static func confirmed(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> String? {
    try transaction.row(
      "SELECT number FROM phones WHERE account_id = ?", [.text(account.text)])?.optionalText(0)
  }
}
