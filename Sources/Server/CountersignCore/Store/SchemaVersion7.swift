/// The seventh schema: money in minor units.
///
/// Of a review in a currency that ISO 4217 has not, no document can be made, so that it is decided
/// on no more. Low values counted in
/// one currency; as if all had two decimals, which only makes the few others stricter.
enum SchemaVersion7 {
  static let statements: [String] = [
    "ALTER TABLE transactions ADD COLUMN exponent BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE transactions ADD COLUMN reference TEXT",
    "ALTER TABLE transactions ADD COLUMN account TEXT",
    """
    UPDATE transactions SET exponent = CASE
      WHEN currency IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 3
      WHEN currency IN ('CLF', 'UYW') THEN 4
      WHEN currency IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX',
        'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'XAG', 'XAU', 'XBA', 'XBB', 'XBC', 'XBD', 'XDR',
        'XPD', 'XPT', 'XSU', 'XTS', 'XUA', 'XXX') THEN 0
      ELSE 2 END
    """,
    """
    UPDATE transactions SET amount = amount * CASE exponent
      WHEN 2 THEN 100 WHEN 3 THEN 1000 WHEN 4 THEN 10000 ELSE 1 END
    """,
    "ALTER TABLE low_value RENAME TO low_value_6",
    """
    CREATE TABLE low_value (
      account_id TEXT NOT NULL, currency TEXT NOT NULL, actions BIGINT NOT NULL,
      total BIGINT NOT NULL, PRIMARY KEY (account_id, currency)
    )
    """,
    """
    INSERT INTO low_value (account_id, currency, actions, total)
      SELECT account_id, COALESCE((SELECT t.currency FROM topups t
        WHERE t.account_id = low_value_6.account_id LIMIT 1), 'NGN'), actions, total * 100
      FROM low_value_6
    """,
    "DROP TABLE low_value_6",
  ]
}
