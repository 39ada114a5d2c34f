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

  /// Operations without a record of their own are known again by their body.
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

/// The ninth schema: a code knows the account that it was sent to, and its place among those of one
/// proof instead of a channel, which the directory decides on.
///
/// An earlier code for a typed name opens no account of a host.
enum SchemaVersion9 {
  static let statements: [String] = [
    "ALTER TABLE accounts ADD COLUMN made_by_host BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE code_requests ADD COLUMN sent_to TEXT",
    "ALTER TABLE code_requests RENAME COLUMN channel TO place",
    "UPDATE code_requests SET place = CASE place WHEN 'sms' THEN 'second' ELSE 'first' END",
  ]
}

/// The tenth schema: what factors and sessions are worth, and what waits.
///
/// Factors that are there keep the level of their kind. Those of an account that was recovered wait
/// as long as its limit would have held; a recovery that waits goes on.
enum SchemaVersion10 {
  static let statements: [String] = waits + factors + sessions + entitlements + recoveries

  /// A wait before a factor has the level of its kind, or before a recovery: it begins when a
  /// notice of it was handed over.
  private static let waits = [
    """
    CREATE TABLE waits (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL,
      reason TEXT NOT NULL
        CHECK (reason IN ('announced', 'maker', 'recovery', 'recovered', 'administrator')),
      seconds BIGINT NOT NULL, created_at BIGINT NOT NULL, ends_at BIGINT, stopped_at BIGINT
    )
    """,
    "CREATE INDEX waits_by_account ON waits (account_id)",
  ]

  private static let factors = [
    "ALTER TABLE accounts ADD COLUMN first_factor_session TEXT",
    "ALTER TABLE accounts ADD COLUMN stopped_recoveries BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE credentials ADD COLUMN ground TEXT NOT NULL DEFAULT 'adopted'",
    "ALTER TABLE credentials ADD COLUMN wait_id TEXT",
    "ALTER TABLE credentials ADD COLUMN suspended_at BIGINT",
    "ALTER TABLE devices ADD COLUMN ground TEXT NOT NULL DEFAULT 'adopted'",
    "ALTER TABLE devices ADD COLUMN wait_id TEXT",
    "ALTER TABLE devices ADD COLUMN suspended_at BIGINT",
    "ALTER TABLE pins ADD COLUMN ground TEXT NOT NULL DEFAULT 'adopted'",
    "ALTER TABLE pins ADD COLUMN wait_id TEXT",
    "ALTER TABLE authenticator_apps ADD COLUMN ground TEXT NOT NULL DEFAULT 'adopted'",
    "ALTER TABLE authenticator_apps ADD COLUMN wait_id TEXT",
    """
    CREATE TABLE suspended_pins (
      account_id TEXT PRIMARY KEY, salt BLOB NOT NULL, hash BLOB NOT NULL, rounds BIGINT NOT NULL,
      ground TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE suspended_apps (
      account_id TEXT PRIMARY KEY, secret BLOB NOT NULL, confirmed_at BIGINT NOT NULL,
      last_step BIGINT NOT NULL, ground TEXT NOT NULL
    )
    """,
  ]

  /// An earlier session may have been relayed: its level is at most weak.
  private static let sessions = [
    "ALTER TABLE sessions ADD COLUMN level BIGINT NOT NULL DEFAULT 0",
    "UPDATE sessions SET level = 1 WHERE proved_at IS NOT NULL",
    "ALTER TABLE sessions ADD COLUMN retired_hash BLOB",
    "ALTER TABLE sessions ADD COLUMN retired_until BIGINT",
    """
    CREATE INDEX sessions_by_retired_hash ON sessions (retired_hash)
      WHERE retired_hash IS NOT NULL
    """,
    "ALTER TABLE operations ADD COLUMN session_id TEXT",
  ]

  /// Entitlements of before hold no more: they were given for minutes, and say nothing of their
  /// strength.
  private static let entitlements = [
    "DELETE FROM registration_grants",
    "ALTER TABLE registration_grants ADD COLUMN ground TEXT NOT NULL DEFAULT 'first'",
    """
    UPDATE authenticator_apps SET new_secret = NULL, new_at = NULL, new_grant_id = NULL
    """,
    "ALTER TABLE authenticator_apps ADD COLUMN new_ground TEXT",
    "UPDATE phones SET new_number = NULL, new_code_request_id = NULL, new_grant_id = NULL",
    """
    UPDATE session_links SET status = 'over', ending = 'ended'
    WHERE type = 'enrol' AND status <> 'over'
    """,
    "ALTER TABLE session_links ADD COLUMN ground TEXT NOT NULL DEFAULT 'code'",
    "ALTER TABLE session_links DROP COLUMN proved",
    "ALTER TABLE session_links DROP COLUMN first_factor_only",
    "ALTER TABLE session_links ADD COLUMN wait_id TEXT",
    "ALTER TABLE session_links ADD COLUMN maker TEXT NOT NULL DEFAULT 'page'",
    "ALTER TABLE session_links ADD COLUMN page TEXT NOT NULL DEFAULT ''",
  ]

  private static let recoveries = [
    """
    INSERT INTO waits (id, account_id, reason, seconds, created_at, ends_at)
      SELECT 'wai_' || account_id, account_id, 'recovery', (ready_at - requested_at) / 1000,
        requested_at, ready_at
      FROM recoveries WHERE completed_at IS NULL
    """,
    """
    INSERT INTO waits (id, account_id, reason, seconds, created_at, ends_at)
      SELECT 'wai_' || account_id, account_id, 'recovered', 86400, completed_at,
        completed_at + 86400000
      FROM recoveries WHERE completed_at IS NOT NULL
    """,
    """
    UPDATE credentials SET wait_id = 'wai_' || account_id
    WHERE account_id IN (SELECT account_id FROM recoveries WHERE completed_at IS NOT NULL)
    """,
    """
    UPDATE devices SET wait_id = 'wai_' || account_id
    WHERE account_id IN (SELECT account_id FROM recoveries WHERE completed_at IS NOT NULL)
    """,
    "DELETE FROM recoveries WHERE completed_at IS NOT NULL",
    "ALTER TABLE recoveries ADD COLUMN wait_id TEXT",
    "UPDATE recoveries SET wait_id = 'wai_' || account_id",
    "ALTER TABLE recoveries DROP COLUMN ready_at",
    "ALTER TABLE recoveries DROP COLUMN completed_at",
  ]
}

/// The eleventh schema: hosts are tenants.
///
/// A service key belongs to a host, and so does what was made with it: accounts, transactions, and
/// events that wait. What is there already becomes the default host's. In a store without any
/// service key, the app of the same process made the accounts that a host made: they become the
/// in-process host's.
enum SchemaVersion11 {
  static let statements: [String] = hosts + accounts + transactions + names + sessions

  private static let hosts = [
    """
    CREATE TABLE hosts (
      id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, created_at BIGINT NOT NULL,
      event_address TEXT, event_secret BLOB
    )
    """,
    """
    INSERT INTO hosts (id, name, created_at) VALUES
      ('hst_default', 'default', 0), ('hst_in-process', 'in-process', 0)
    """,
    "ALTER TABLE service_keys ADD COLUMN host_id TEXT NOT NULL DEFAULT 'hst_default'",
    "UPDATE outbox SET target = 'hst_default' WHERE kind = 'event' AND target = ''",
  ]

  private static let accounts = [
    "ALTER TABLE accounts ADD COLUMN host_id TEXT",
    """
    UPDATE accounts SET host_id = CASE
      WHEN EXISTS (SELECT 1 FROM service_keys) THEN 'hst_default' ELSE 'hst_in-process' END
    WHERE made_by_host = 1
    """,
    "ALTER TABLE accounts DROP COLUMN made_by_host",
  ]

  private static let transactions = [
    "ALTER TABLE transactions ADD COLUMN host_id TEXT NOT NULL DEFAULT 'hst_default'"
  ]

  /// A host's idempotency keys had the id of a service key before them: 16 characters and a space,
  /// which no key holds.
  ///
  /// The first of two service keys that used one name keeps it.
  private static let names = ["transactions", "operations"].map { table in
    """
    UPDATE \(table) SET idempotency_key = 'hst_default' || substr(idempotency_key, 17)
    WHERE id IN (
      SELECT MIN(id) FROM \(table) WHERE substr(idempotency_key, 17, 1) = ' '
      GROUP BY substr(idempotency_key, 17))
    """
  }

  /// The hosts whose scenarios were proved in a session.
  private static let sessions = [
    """
    CREATE TABLE session_hosts (
      session_id TEXT NOT NULL, host_id TEXT NOT NULL, account_id TEXT NOT NULL,
      at BIGINT NOT NULL, PRIMARY KEY (session_id, host_id)
    )
    """,
    "CREATE INDEX session_hosts_by_account ON session_hosts (account_id)",
  ]
}

/// The twelfth schema: lanes, the limits of codes by network and recipient, and the wrong codes
/// that were given in a row.
///
/// No column of these tables holds an address, a network or a token in the clear.
enum SchemaVersion12 {
  static let statements: [String] = lanes + codes

  private static let lanes = [
    """
    CREATE TABLE lanes (
      token_hash BLOB NOT NULL, account_id TEXT NOT NULL, created_at BIGINT NOT NULL,
      PRIMARY KEY (token_hash, account_id)
    )
    """,
    "CREATE INDEX lanes_by_account ON lanes (account_id, created_at)",
  ]

  private static let codes = [
    "ALTER TABLE code_requests ADD COLUMN lane TEXT",
    "ALTER TABLE code_requests ADD COLUMN network BLOB",
    "CREATE INDEX code_requests_by_network ON code_requests (network, created_at)",
    "CREATE INDEX code_requests_by_time ON code_requests (created_at)",
    """
    CREATE TABLE code_messages (
      request_id TEXT NOT NULL, address BLOB NOT NULL, at BIGINT NOT NULL,
      PRIMARY KEY (request_id, address)
    )
    """,
    "CREATE INDEX code_messages_by_address ON code_messages (address, at)",
    """
    CREATE TABLE code_failures (
      account_id TEXT NOT NULL, path TEXT NOT NULL, failures BIGINT NOT NULL,
      PRIMARY KEY (account_id, path)
    )
    """,
  ]
}

/// The thirteenth schema: a session knows the key that its access token is bound to, by the key's
/// thumbprint (RFC 7638).
///
/// Sessions that are open have none: their tokens are bearer tokens until they end.
enum SchemaVersion13 {
  static let statements: [String] = [
    "ALTER TABLE sessions ADD COLUMN key_thumbprint TEXT"
  ]
}

/// The fourteenth schema: notices that wait to be delivered are a kind of job of their own.
enum SchemaVersion14 {
  static let statements: [String] = [
    // Within a JSON text a quotation mark is escaped: this is a member, and no value.
    """
    UPDATE outbox SET kind = 'notice', line = 'notice' || substr(line, 8)
    WHERE kind = 'message' AND done_at IS NULL AND content LIKE '%"notice":"%'
    """
  ]
}
