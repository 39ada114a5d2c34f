/// The second schema: devices, links, transactions to review, recovery, and one count of refused
/// attempts for every kind of factor.
enum SchemaVersion2 {
  static let statements: [String] = attempts + devices + links + transactions + operations

  /// The counts leave the PINs' table: every factor is counted in the same way.
  private static let attempts = [
    """
    CREATE TABLE attempts (
      subject TEXT PRIMARY KEY, failed_attempts BIGINT NOT NULL, penalised_until BIGINT NOT NULL,
      in_flight_until BIGINT NOT NULL, in_flight_attempt BLOB
    )
    """,
    """
    INSERT INTO attempts SELECT 'pin:' || account_id, failed_attempts, penalised_until,
      in_flight_until, in_flight_attempt FROM pins WHERE failed_attempts > 0
    """,
    "ALTER TABLE pins DROP COLUMN failed_attempts",
    "ALTER TABLE pins DROP COLUMN penalised_until",
    "ALTER TABLE pins DROP COLUMN in_flight_until",
    "ALTER TABLE pins DROP COLUMN in_flight_attempt",
  ]

  private static let devices = [
    """
    CREATE TABLE devices (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL, name TEXT NOT NULL, public_key BLOB NOT NULL,
      pin_key BLOB, pin_generation BIGINT NOT NULL, created_at BIGINT NOT NULL,
      last_used_at BIGINT, revoked_at BIGINT
    )
    """,
    "CREATE INDEX devices_by_account ON devices (account_id, created_at)",
    "ALTER TABLE sessions ADD COLUMN device_id TEXT",
    "ALTER TABLE credentials ADD COLUMN device_id TEXT",
    """
    CREATE TABLE recoveries (
      account_id TEXT PRIMARY KEY, requested_at BIGINT NOT NULL, ready_at BIGINT NOT NULL,
      completed_at BIGINT
    )
    """,
  ]

  private static let links = [
    """
    CREATE TABLE session_links (
      id TEXT PRIMARY KEY, type TEXT NOT NULL CHECK (type IN ('enrol', 'login')),
      status TEXT NOT NULL CHECK (status IN ('waiting', 'opened', 'confirmed', 'over')),
      ending TEXT, watch_hash BLOB NOT NULL, origin TEXT NOT NULL, network BLOB NOT NULL,
      numbers TEXT NOT NULL, number TEXT, announcement TEXT, account_id TEXT,
      second_factor TEXT NOT NULL, proved BIGINT NOT NULL, created_at BIGINT NOT NULL,
      confirmed_at BIGINT, methods TEXT, device_id TEXT, session_id TEXT, body_hash BLOB
    )
    """,
    "CREATE INDEX session_links_by_time ON session_links (created_at)",
    "CREATE INDEX session_links_by_network ON session_links (network, created_at)",
    """
    CREATE TABLE service_keys (
      hash BLOB PRIMARY KEY, name TEXT NOT NULL, scopes TEXT NOT NULL, created_at BIGINT NOT NULL,
      revoked_at BIGINT
    )
    """,
  ]

  private static let transactions = [
    """
    CREATE TABLE transactions (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'denied')),
      amount BIGINT NOT NULL, currency TEXT NOT NULL, payee TEXT NOT NULL, last_four_pan TEXT,
      created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, decided_at BIGINT,
      operation_id TEXT, user_input TEXT, changed_at BIGINT NOT NULL,
      idempotency_key TEXT, body_hash BLOB NOT NULL, UNIQUE (account_id, idempotency_key)
    )
    """,
    "CREATE INDEX transactions_by_account ON transactions (account_id, changed_at)",
    """
    CREATE INDEX transactions_pending ON transactions (account_id, expires_at)
      WHERE status = 'pending'
    """,
  ]

  /// Not every operation leads to a record of its own any more; one that does not keeps what was
  /// answered.
  private static let operations = [
    "ALTER TABLE operations RENAME TO operations_1",
    """
    CREATE TABLE operations (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL, scenario TEXT NOT NULL,
      idempotency_key TEXT, challenge_id BLOB, body_hash BLOB NOT NULL, proof_kind TEXT NOT NULL,
      transaction_id TEXT UNIQUE, evidence BLOB, answer TEXT, at BIGINT NOT NULL,
      UNIQUE (account_id, idempotency_key)
    )
    """,
    """
    INSERT INTO operations (id, account_id, scenario, idempotency_key, challenge_id, body_hash,
      proof_kind, transaction_id, evidence, at) SELECT id, account_id, scenario, idempotency_key,
      challenge_id, body_hash, proof_kind, transaction_id, evidence, at FROM operations_1
    """,
    "DROP TABLE operations_1",
    "CREATE INDEX operations_by_account ON operations (account_id, at)",
    "CREATE INDEX operations_by_challenge ON operations (challenge_id)",
  ]
}
