/// The first schema.
///
/// Every column that a request can fill is bounded by the code that fills it.
enum SchemaVersion1 {
  static let statements: [String] = accounts + factors + money + records

  private static let accounts = [
    """
    CREATE TABLE accounts (
      id TEXT PRIMARY KEY, user_name TEXT NOT NULL UNIQUE, display_name TEXT NOT NULL,
      created_at BIGINT NOT NULL, first_factor_at BIGINT
    )
    """,
    """
    CREATE TABLE sessions (
      id TEXT PRIMARY KEY, token_hash BLOB NOT NULL UNIQUE, account_id TEXT NOT NULL,
      methods TEXT NOT NULL, created_at BIGINT NOT NULL, last_active_at BIGINT NOT NULL,
      proved_at BIGINT, ended_at BIGINT
    )
    """,
    "CREATE INDEX sessions_by_account ON sessions (account_id, created_at)",
    """
    CREATE TABLE code_requests (
      id TEXT PRIMARY KEY, recipient BLOB NOT NULL, user_name TEXT NOT NULL, display_name TEXT,
      account_id TEXT, session_id TEXT, purpose TEXT NOT NULL, channel TEXT NOT NULL,
      created_at BIGINT NOT NULL, tries BIGINT NOT NULL, closed_at BIGINT
    )
    """,
    "CREATE INDEX code_requests_by_recipient ON code_requests (recipient, created_at)",
    "CREATE INDEX code_requests_by_name ON code_requests (user_name, created_at)",
    "CREATE INDEX code_requests_by_session ON code_requests (session_id, purpose, created_at)",
  ]

  private static let factors = [
    """
    CREATE TABLE credentials (
      id BLOB PRIMARY KEY, account_id TEXT NOT NULL, public_key BLOB NOT NULL,
      algorithm BIGINT NOT NULL, user_verified BIGINT NOT NULL,
      sign_count BIGINT NOT NULL, backup_eligible BIGINT NOT NULL, backed_up BIGINT NOT NULL,
      transports TEXT NOT NULL, origin TEXT NOT NULL, created_at BIGINT NOT NULL,
      last_used_at BIGINT, revoked_at BIGINT
    )
    """,
    "CREATE INDEX credentials_by_account ON credentials (account_id, created_at, id)",
    """
    CREATE TABLE registration_grants (
      challenge_id BLOB PRIMARY KEY, account_id TEXT NOT NULL, code_request_id TEXT,
      at BIGINT NOT NULL
    )
    """,
    """
    CREATE TABLE pins (
      account_id TEXT PRIMARY KEY, salt BLOB NOT NULL, hash BLOB NOT NULL, rounds BIGINT NOT NULL,
      failed_attempts BIGINT NOT NULL, penalised_until BIGINT NOT NULL,
      in_flight_until BIGINT NOT NULL, in_flight_attempt BLOB
    )
    """,
    """
    CREATE TABLE spent (
      challenge_id BLOB PRIMARY KEY, account_id TEXT NOT NULL, assertion_hash BLOB NOT NULL,
      scenario TEXT NOT NULL, stage TEXT NOT NULL CHECK (stage IN ('verified', 'acted')),
      body_hash BLOB, operation_id TEXT, evidence BLOB NOT NULL, at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX spent_by_time ON spent (at)",
    """
    CREATE TABLE low_value (
      account_id TEXT PRIMARY KEY, actions BIGINT NOT NULL, total BIGINT NOT NULL
    )
    """,
  ]

  private static let money = [
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
    CREATE TABLE operations (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL, scenario TEXT NOT NULL,
      idempotency_key TEXT, challenge_id BLOB, body_hash BLOB NOT NULL, proof_kind TEXT NOT NULL,
      transaction_id TEXT NOT NULL UNIQUE, evidence BLOB, at BIGINT NOT NULL,
      UNIQUE (account_id, idempotency_key)
    )
    """,
    "CREATE INDEX operations_by_account ON operations (account_id, at)",
    "CREATE INDEX operations_by_challenge ON operations (challenge_id)",
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

  private static let records = [
    """
    CREATE TABLE audit (
      lane BLOB NOT NULL, sequence BIGINT NOT NULL, at BIGINT NOT NULL, kind TEXT NOT NULL,
      subject BLOB NOT NULL, details TEXT NOT NULL, previous_hash BLOB NOT NULL,
      hash BLOB NOT NULL, PRIMARY KEY (lane, sequence)
    )
    """,
    """
    CREATE TABLE outbox (
      id TEXT PRIMARY KEY, kind TEXT NOT NULL, content TEXT NOT NULL, due_at BIGINT NOT NULL,
      attempts BIGINT NOT NULL, lease BLOB, done_at BIGINT
    )
    """,
    "CREATE INDEX outbox_by_due ON outbox (kind, done_at, due_at)",
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value BIGINT NOT NULL)",
  ]
}
