/// The tables of one owner, the server's core or a module, as numbered steps that each driver
/// applies once, in order.
///
/// One dialect serves both drivers: integers are 64 bits, times are milliseconds, bytes are written
/// as `BLOB` (the PostgreSQL driver says `BYTEA`).
///
/// Steps make tables and indexes. Each driver refuses a database with a trigger or a view, and that
/// of PostgreSQL code in a check, a default or an index beyond its own immutable functions. It also
/// refuses a table without one of the keys, or with other defaults than the steps say.
public struct Schema: Sendable {
  /// The owner of the tables: `core`, or a module's name.
  public let owner: String
  /// All steps, oldest first.
  ///
  /// A step that has landed is never edited.
  public let steps: [SchemaStep]

  /// The tables of an owner.
  public init(owner: String, steps: [SchemaStep]) {
    self.owner = owner
    self.steps = steps
  }

  /// The tables of the core.
  public static let core = Schema(
    owner: "core",
    steps: [
      SchemaVersion1.statements, SchemaVersion2.statements, SchemaVersion3.statements,
      SchemaVersion4.statements, SchemaVersion5.statements, SchemaVersion6.statements,
      SchemaVersion7.statements,
    ].enumerated().map { index, statements in
      SchemaStep(index + 1, statements, sharedVersion: index + 1)
    } + [
      SchemaStep(8, SchemaVersion8.statements), SchemaStep(9, SchemaVersion9.statements),
      SchemaStep(10, SchemaVersion10.statements),
      SchemaStep(11, SchemaVersion11.statements),
      SchemaStep(12, SchemaVersion12.statements),
      SchemaStep(13, SchemaVersion13.statements),
      SchemaStep(14, SchemaVersion14.statements), SchemaVersion15.step,
      SchemaStep(16, SchemaVersion16.statements),
      SchemaStep(17, SchemaVersion17.statements),
      SchemaStep(18, SchemaVersion18.statements), SchemaStep(19, SchemaVersion19.statements),
      SchemaStep(20, SchemaVersion20.statements, isSurvived: true),
      SchemaStep(21, SchemaVersion21.statements, isSurvived: true),
      SchemaStep(
        22, [], concurrentStatements: SchemaVersion22.concurrentStatements, isSurvived: true),
      SchemaStep(23, SchemaVersion23.statements, isSurvived: true),
      SchemaStep(24, SchemaVersion24.statements),
      SchemaStep(25, SchemaVersion25.statements),
      SchemaStep(26, SchemaVersion26.statements),
      SchemaStep(27, SchemaVersion27.statements),
      SchemaStep(28, SchemaVersion28.statements), SchemaStep(29, SchemaVersion29.statements),
      SchemaStep(30, SchemaVersion30.statements), SchemaStep(31, SchemaVersion31.statements),
    ])
}

/// The first schema.
///
/// The code bounds every column that a request can fill.
enum SchemaVersion1 {
  static let statements: [String] = accounts + factors + operations + records

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

  private static let operations = [
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

/// The third schema: codes that stand for an action, telephone numbers, authenticator apps, and
/// events that no host took; links are counted by who asks for them, and a PIN key has a name.
enum SchemaVersion3 {
  static let statements: [String] = links + codes + factors + events + operations

  private static let links = [
    "ALTER TABLE session_links RENAME COLUMN network TO requester",
    "ALTER TABLE session_links ADD COLUMN is_stranger BIGINT NOT NULL DEFAULT 0",
  ]

  /// A code that approves holds for one action alone; the texted one is asked for only after the
  /// mailed one was right.
  private static let codes = [
    "ALTER TABLE code_requests ADD COLUMN binding BLOB",
    "ALTER TABLE code_requests ADD COLUMN right_at BIGINT",
  ]

  /// The factors that are being set and not confirmed yet, beside those that hold.
  private static let factors = [
    "ALTER TABLE devices ADD COLUMN pin_key_id BLOB",
    """
    CREATE TABLE phones (
      account_id TEXT PRIMARY KEY, number TEXT, confirmed_at BIGINT, new_number TEXT,
      new_code_request_id TEXT, new_grant_id TEXT
    )
    """,
    """
    CREATE TABLE authenticator_apps (
      account_id TEXT PRIMARY KEY, secret BLOB, confirmed_at BIGINT, last_step BIGINT NOT NULL,
      new_secret BLOB, new_at BIGINT, new_grant_id TEXT
    )
    """,
  ]

  /// An event that was given up is done with, and kept.
  private static let events = ["ALTER TABLE outbox ADD COLUMN given_up_at BIGINT"]

  /// A host's idempotency key is looked up whoever's the operation was.
  private static let operations = [
    """
    CREATE INDEX operations_by_key ON operations (idempotency_key)
      WHERE idempotency_key IS NOT NULL
    """
  ]
}

/// The fourth schema: an operation stands in no index at its account's place.
///
/// Of a large store, each such index makes every operation read and write one more page. One held
/// the operations without an idempotency key too: the two indexes by key become one. The other
/// found a person's last operations, which an index of a module's own records finds as well.
enum SchemaVersion4 {
  static let statements: [String] = [
    "ALTER TABLE operations RENAME TO operations_3",
    """
    CREATE TABLE operations (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL, scenario TEXT NOT NULL,
      idempotency_key TEXT, challenge_id BLOB, body_hash BLOB NOT NULL, proof_kind TEXT NOT NULL,
      transaction_id TEXT UNIQUE, evidence BLOB, answer TEXT, at BIGINT NOT NULL
    )
    """,
    """
    INSERT INTO operations (id, account_id, scenario, idempotency_key, challenge_id, body_hash,
      proof_kind, transaction_id, evidence, answer, at) SELECT id, account_id, scenario,
      idempotency_key, challenge_id, body_hash, proof_kind, transaction_id, evidence, answer, at
      FROM operations_3 ORDER BY at
    """,
    "DROP TABLE operations_3",
    "CREATE INDEX operations_by_challenge ON operations (challenge_id)",
    """
    CREATE UNIQUE INDEX operations_by_key ON operations (idempotency_key, account_id)
      WHERE idempotency_key IS NOT NULL
    """,
  ]
}

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

/// The sixth schema: jobs of one line, as those of one person's messages, run one after the other.
///
/// Jobs that are waiting have no line: each is run when it is due.
enum SchemaVersion6 {
  static let statements: [String] = [
    "ALTER TABLE outbox ADD COLUMN line TEXT",
    "CREATE INDEX outbox_by_line ON outbox (line) WHERE line IS NOT NULL AND done_at IS NULL",
  ]
}

/// The eighth schema: jobs that wait for one target share its places.
///
/// Waiting jobs have the only target of their kind.
enum SchemaVersion8 {
  static let statements: [String] = [
    "ALTER TABLE outbox ADD COLUMN target TEXT NOT NULL DEFAULT ''",
    "DROP INDEX outbox_by_due",
    "CREATE INDEX outbox_by_target ON outbox (kind, target, due_at) WHERE done_at IS NULL",
  ]
}
