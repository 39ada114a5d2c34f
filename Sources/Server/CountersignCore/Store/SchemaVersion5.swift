/// The fifth schema: a host's key for a transaction is looked up whoever's the transaction is, and
/// a link knows whether it brings an account's first factor only.
enum SchemaVersion5 {
  static let statements: [String] = [
    """
    CREATE INDEX transactions_by_key ON transactions (idempotency_key)
      WHERE idempotency_key IS NOT NULL
    """,
    "ALTER TABLE session_links ADD COLUMN first_factor_only BIGINT NOT NULL DEFAULT 0",
    // Of a link that a host made before nobody knows which it is; it had two minutes.
    """
    UPDATE session_links SET status = 'over', ending = 'ended'
    WHERE type = 'enrol' AND proved = 1 AND status <> 'over'
    """,
  ]
}
