/// The seventh schema: money in minor units, and reviews of declared scenarios.
///
/// Of a review in a currency that ISO 4217 has not, no document can be made, so that it is decided
/// on no more. Low values counted in
/// one currency; as if all had two decimals, which only makes the few others stricter.
enum SchemaVersion7 {
  static let statements: [String] = reviews + operations + lowValues

  private static let reviews = [
    "ALTER TABLE transactions RENAME TO transactions_6",
    """
    CREATE TABLE transactions (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'denied')),
      amount BIGINT, currency TEXT, exponent BIGINT, payee TEXT, last_four_pan TEXT,
      reference TEXT, account TEXT, scenario TEXT, payload TEXT,
      created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, decided_at BIGINT,
      operation_id TEXT, user_input TEXT, changed_at BIGINT NOT NULL,
      idempotency_key TEXT, body_hash BLOB NOT NULL, UNIQUE (account_id, idempotency_key),
      CHECK ((amount IS NULL) = (scenario IS NOT NULL))
    )
    """,
    """
    INSERT INTO transactions (id, account_id, status, amount, currency, exponent, payee,
      last_four_pan, created_at, expires_at, decided_at, operation_id, user_input, changed_at,
      idempotency_key, body_hash)
    SELECT id, account_id, status,
      amount * CASE exponent WHEN 2 THEN 100 WHEN 3 THEN 1000 WHEN 4 THEN 10000 ELSE 1 END,
      currency, exponent, payee, last_four_pan, created_at, expires_at, decided_at, operation_id,
      user_input, changed_at, idempotency_key, body_hash
    FROM (
      SELECT *, CASE
        WHEN currency IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 3
        WHEN currency IN ('CLF', 'UYW') THEN 4
        WHEN currency IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF',
          'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'XAG', 'XAU', 'XBA', 'XBB', 'XBC',
          'XBD', 'XDR', 'XPD', 'XPT', 'XSU', 'XTS', 'XUA', 'XXX') THEN 0
        ELSE 2 END AS exponent
      FROM transactions_6
    ) AS counted
    """,
    "DROP TABLE transactions_6",
    "CREATE INDEX transactions_by_account ON transactions (account_id, changed_at)",
    """
    CREATE INDEX transactions_pending ON transactions (account_id, expires_at)
      WHERE status = 'pending'
    """,
    """
    CREATE INDEX transactions_by_key ON transactions (idempotency_key)
      WHERE idempotency_key IS NOT NULL
    """,
  ]

  /// What led to no record of its own is known again by its body.
  private static let operations = [
    """
    CREATE INDEX operations_without_record ON operations (account_id, at)
      WHERE transaction_id IS NULL
    """
  ]

  private static let lowValues = [
    "ALTER TABLE low_value RENAME TO low_value_6",
    """
    CREATE TABLE low_value (
      account_id TEXT NOT NULL, currency TEXT NOT NULL, actions BIGINT NOT NULL,
      total BIGINT NOT NULL, PRIMARY KEY (account_id, currency)
    )
    """,
    """
    INSERT INTO low_value (account_id, currency, actions, total)
      SELECT account_id, 'NGN', actions, total * 100 FROM low_value_6
    """,
    "DROP TABLE low_value_6",
  ]
}
