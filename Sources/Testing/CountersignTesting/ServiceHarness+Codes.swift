public import CountersignService
import CountersignStore

extension ServiceHarness {
  /// Gives the account a telephone number, as though it had been confirmed.
  public func confirmPhone(_ number: String, _ session: AuthenticatedSession) async throws {
    let now = clock.now()
    try await store.write { transaction in
      _ = try transaction.execute(
        """
        INSERT INTO phones (account_id, number, confirmed_at) VALUES (?, ?, ?)
        ON CONFLICT (account_id) DO UPDATE SET number = excluded.number
        """, [.text(session.accountID.text), .text(number), .integer(now.milliseconds)])
    }
  }
}
