public import CountersignServer

extension Schema {
  /// The tables of the airtime shop.
  public static let airtime = Schema(
    owner: "airtime",
    steps: [
      SchemaStep(1, AirtimeTables.first, sharedVersion: 1),
      SchemaStep(2, AirtimeTables.lowValues, sharedVersion: 7),
      SchemaStep(
        3, ["ALTER TABLE topups ADD COLUMN recipient BLOB"],
        rewriting: RowRewriting(
          AirtimeTables.sealRecipients, then: ["ALTER TABLE topups DROP COLUMN recipient_phone"])),
    ])
}

/// The statements of the airtime shop's steps.
private enum AirtimeTables {
  static let first = [
    """
    CREATE TABLE ledger_accounts (
      name TEXT PRIMARY KEY, personal BIGINT NOT NULL, balance BIGINT NOT NULL,
      CHECK (personal = 0 OR balance >= 0)
    )
    """,
    """
    CREATE TABLE ledger_entries (
      transfer TEXT NOT NULL, line BIGINT NOT NULL, account TEXT NOT NULL, amount BIGINT NOT NULL,
      at BIGINT NOT NULL, PRIMARY KEY (transfer, line)
    )
    """,
    """
    CREATE TABLE products (
      code TEXT PRIMARY KEY, name TEXT NOT NULL, minimum_amount BIGINT NOT NULL,
      maximum_amount BIGINT NOT NULL, suppliers TEXT NOT NULL, cashback_rate BIGINT NOT NULL
    )
    """,
    """
    CREATE TABLE topups (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL,
      status TEXT NOT NULL
        CHECK (status = 'pending' OR status = 'completed' OR status = 'failed'),
      amount BIGINT NOT NULL, currency TEXT NOT NULL, payee TEXT NOT NULL,
      product_code TEXT NOT NULL, recipient_phone TEXT NOT NULL, supplier_slug TEXT NOT NULL,
      use_cashback BIGINT NOT NULL, from_cashback BIGINT NOT NULL,
      earned_cashback BIGINT NOT NULL, created_at BIGINT NOT NULL, settled_at BIGINT,
      supplier_reference TEXT
    )
    """,
    "CREATE INDEX topups_by_account ON topups (account_id, created_at)",
  ]

  /// The numbers that were topped up are sealed, each for the account that paid.
  @Sendable static func sealRecipients(_ transaction: any WriteTransaction) throws -> Int {
    try transaction.forEachRow(of: "topups", by: "id", ["account_id", "recipient_phone"]) {
      id, row in
      let phone = try row.text(1)
      // Those of an account that was erased are gone.
      guard !phone.isEmpty else { return }
      let seal = try transaction.sealForUpgrade(of: AccountID(try row.text(0)))
      try transaction.execute(
        "UPDATE topups SET recipient = ? WHERE id = ?",
        [try seal.seal(phone, at: TopUps.recipientPlace(try id.text(0))), id.values[0]])
    }
  }

  /// Before low values had a currency, the shop's were all there were.
  static let lowValues = [
    """
    UPDATE low_value SET currency = (SELECT t.currency FROM topups t
        WHERE t.account_id = low_value.account_id LIMIT 1)
      WHERE EXISTS (SELECT 1 FROM topups t WHERE t.account_id = low_value.account_id)
    """
  ]
}
