import WireModel

extension Service {
  /// The account that an administration names.
  ///
  /// - Throws: ``Refusal`` (`not_found`) where there is none.
  static func account(
    _ reference: AccountReference, in transaction: any ReadTransaction
  ) throws -> AccountRow {
    let row: SQLRow?
    switch reference {
    case .userName(let given):
      let userName = try EmailAddress(given).text
      row = try transaction.row("\(AccountRow.columns) WHERE user_name = ?", [.text(userName)])
    case .id(let id):
      row = try transaction.row("\(AccountRow.columns) WHERE id = ?", [.text(id)])
    }
    guard let row else { throw Refusal(.notFound, "there is no such account") }
    return try AccountRow(row)
  }
}

/// An account as its administration lists it.
struct AccountRow: Sendable {
  let id: AccountID
  let userName: String
  let displayName: String
  let createdAt: Timestamp
  let hadFactor: Bool

  /// Reads what ``columns`` selects.
  init(_ row: SQLRow) throws {
    id = AccountID(try row.text(0))
    userName = try row.text(1)
    displayName = try row.text(2)
    createdAt = Timestamp(milliseconds: try row.integer(3))
    hadFactor = try row.optionalInteger(4) != nil
  }

  /// The account in an answer.
  var item: AccountList.Item {
    AccountList.Item(
      accountID: id.text, userName: userName, displayName: displayName,
      createdAt: createdAt.rfc3339, hadFactor: hadFactor)
  }

  static let columns =
    "SELECT id, user_name, display_name, created_at, first_factor_at FROM accounts"
}
