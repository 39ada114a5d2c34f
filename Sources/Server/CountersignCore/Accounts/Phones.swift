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

  /// The number that is being set; nil where none is.
  static func unconfirmed(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> UnconfirmedPhone? {
    let row = try transaction.row(
      "SELECT new_number, new_code_request_id, new_grant_id FROM phones WHERE account_id = ?",
      [.text(account.text)])
    guard let row, let number = try row.optionalText(0), let code = try row.optionalText(1) else {
      return nil
    }
    return UnconfirmedPhone(
      number: number, code: CodeRequestID(code),
      grant: try row.optionalText(2).map { CodeRequestID($0) })
  }

  /// Notes a number that is being set, in place of one that was.
  static func propose(
    _ phone: UnconfirmedPhone, for account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO phones (account_id, new_number, new_code_request_id, new_grant_id)
      VALUES (?, ?, ?, ?)
      ON CONFLICT (account_id) DO UPDATE SET new_number = excluded.new_number,
        new_code_request_id = excluded.new_code_request_id, new_grant_id = excluded.new_grant_id
      """,
      [
        .text(account.text), .text(phone.number), .text(phone.code.text),
        SQLValue(phone.grant?.text),
      ])
  }

  /// Makes the number that was being set the one that holds.
  static func confirm(
    _ phone: UnconfirmedPhone, of account: AccountID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE phones SET number = ?, confirmed_at = ?, new_number = NULL,
        new_code_request_id = NULL, new_grant_id = NULL WHERE account_id = ?
      """, [.text(phone.number), .integer(now.milliseconds), .text(account.text)])
  }

  /// Forgets a number that is being set.
  static func withdraw(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE phones SET new_number = NULL, new_code_request_id = NULL, new_grant_id = NULL
      WHERE account_id = ?
      """, [.text(account.text)])
  }

  /// Forgets the account's number, and not one that is being set.
  ///
  /// - Returns: Whether it had one.
  static func forgetConfirmed(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws -> Bool {
    let forgotten = try transaction.execute(
      """
      UPDATE phones SET number = NULL, confirmed_at = NULL
      WHERE account_id = ? AND number IS NOT NULL
      """, [.text(account.text)])
    return forgotten == 1
  }

  /// Forgets the account's number, and one that is being set.
  static func remove(of account: AccountID, in transaction: any WriteTransaction) throws {
    try transaction.execute("DELETE FROM phones WHERE account_id = ?", [.text(account.text)])
  }
}

/// A telephone number that is being set.
struct UnconfirmedPhone: Sendable {
  let number: String
  /// The code that was texted to it.
  let code: CodeRequestID
  /// The mailed code that entitled to it; nil where a proof did.
  let grant: CodeRequestID?
}
