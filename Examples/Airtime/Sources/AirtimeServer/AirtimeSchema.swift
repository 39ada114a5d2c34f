public import CountersignServer

extension Schema {
  /// The tables of the airtime shop.
  ///
  /// Versions before the first release had the steps up to 3.
  public static let airtime = Schema(
    owner: "airtime",
    steps: [
      SchemaStep(
        4,
        [
          """
          CREATE TABLE ledger_accounts (
            name TEXT PRIMARY KEY, personal BIGINT NOT NULL, balance BIGINT NOT NULL,
            CHECK (personal = 0 OR balance >= 0)
          )
          """,
          """
          CREATE TABLE ledger_entries (
            transfer TEXT NOT NULL, line BIGINT NOT NULL, account TEXT NOT NULL,
            amount BIGINT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (transfer, line)
          )
          """,
          """
          CREATE TABLE products (
            code TEXT PRIMARY KEY, name TEXT NOT NULL, minimum_amount BIGINT NOT NULL,
            maximum_amount BIGINT NOT NULL, suppliers TEXT NOT NULL, cashback_rate BIGINT NOT NULL
          )
          """,
          // The number that was topped up is sealed for the account that paid; null once that was
          // erased.
          """
          CREATE TABLE topups (
            id TEXT PRIMARY KEY, account_id TEXT NOT NULL,
            status TEXT NOT NULL
              CHECK (status = 'pending' OR status = 'completed' OR status = 'failed'),
            amount BIGINT NOT NULL, currency TEXT NOT NULL, payee TEXT NOT NULL,
            product_code TEXT NOT NULL, recipient BLOB, supplier_slug TEXT NOT NULL,
            use_cashback BIGINT NOT NULL, from_cashback BIGINT NOT NULL,
            earned_cashback BIGINT NOT NULL, created_at BIGINT NOT NULL, settled_at BIGINT,
            supplier_reference TEXT
          )
          """,
          "CREATE INDEX topups_by_account ON topups (account_id, created_at)",
        ])
    ])
}
