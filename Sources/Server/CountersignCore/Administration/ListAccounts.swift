import WebAuthnModel
public import WireModel

extension Service {
  /// A page of all accounts, by name.
  ///
  /// - Parameters:
  ///   - page: Which page.
  ///   - host: The service key of the administration; the audit log says that it looked.
  /// - Returns: The page, or `malformed` where no account has that id.
  /// - Throws: ``StoreError``.
  public func listAccounts(
    _ page: PageRequest, host: AuthenticatedServiceKey
  ) async throws -> Decision<AccountList> {
    try await decision {
      let last = try await store.read { transaction in
        try page.after.map { try Self.lastOfPage($0, in: transaction) }
      }
      try await noteLook("accounts_listed", by: host, at: clock.now())
      return try await store.read { transaction in
        let rows = try transaction.rows(
          "\(AccountRow.columns) WHERE user_name > ? ORDER BY user_name LIMIT ?",
          [.text(last ?? ""), page.rowsRead])
        let accounts = page.page(of: try rows.map { try AccountRow($0).item })
        return AccountList(
          accounts: accounts.shown, next: accounts.lastBeforeMore?.accountID)
      }
    }
  }

  private static func lastOfPage(
    _ id: String, in transaction: any ReadTransaction
  ) throws -> String {
    let row = try transaction.row("SELECT user_name FROM accounts WHERE id = ?", [.text(id)])
    guard let row else { throw Refusal.unknownPage("after") }
    return try row.text(0)
  }
}
