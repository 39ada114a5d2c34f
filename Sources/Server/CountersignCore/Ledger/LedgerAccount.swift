/// A named account of the ledger.
///
/// Money moves between accounts; it is never made or lost.
struct LedgerAccount: Sendable, Hashable {
  let name: String

  /// What a person can spend.
  static func wallet(_ account: AccountID) -> LedgerAccount {
    LedgerAccount(name: "wallet:\(account.text)")
  }

  /// What a person can spend of cashback.
  static func cashback(_ account: AccountID) -> LedgerAccount {
    LedgerAccount(name: "cashback:\(account.text)")
  }

  /// What was taken for top-ups whose supplier has not answered yet.
  static let topUpsInFlight = LedgerAccount(name: "topups_in_flight")

  /// What is owed to a supplier.
  static func supplier(_ slug: String) -> LedgerAccount {
    LedgerAccount(name: "supplier:\(slug)")
  }

  /// What earned cashback costs the deployment.
  static let cashbackCosts = LedgerAccount(name: "cashback_costs")

  /// Where the opening balances of a demo come from.
  static let openingGrants = LedgerAccount(name: "opening_grants")

  /// Whether the account belongs to a person and so can never fall below zero.
  var isPersonal: Bool { name.hasPrefix("wallet:") || name.hasPrefix("cashback:") }
}
