extension Schema {
  /// The tables of the core.
  ///
  /// Versions before the first release had the steps up to 31.
  public static let core = Schema(
    owner: "core",
    steps: [
      SchemaStep(
        32, CoreTables.statements, concurrentStatements: CoreTables.concurrentStatements)
    ])
}

/// The statements of the core's tables.
///
/// What rows say of people is sealed, under a key for each account. Names, networks and what was
/// asked for are found and compared by keyed hashes: no column holds them, or a token, in the
/// clear. The code bounds every column that a request can fill.
private enum CoreTables {
  static let statements =
    accounts + sessions + codes + factors + suspended + waits + proofs + operations + transactions
    + links + hosts + records

  private static let accounts = [
    "CREATE TABLE account_keys (account_id TEXT PRIMARY KEY, key BLOB NOT NULL)",
    // `proved_at` is when a code proved the address, `hold_wait_id` the wait of what that put on
    // hold, `former_name` the sealed name from before it, and `former_factor_at` when the account
    // had its first factor then. Where a factor waits for nothing, `settled_factor_at` says so: no
    // link of a notice makes the account one without a factor again. `taken_at` is when an
    // administrator took all that it had.
    """
    CREATE TABLE accounts (
      id TEXT PRIMARY KEY, name_hash BLOB NOT NULL UNIQUE, user_name BLOB NOT NULL,
      display_name BLOB NOT NULL, host_id TEXT, created_at BIGINT NOT NULL, proved_at BIGINT,
      first_factor_at BIGINT, first_factor_session TEXT, settled_factor_at BIGINT,
      stopped_recoveries BIGINT NOT NULL DEFAULT 0, hold_wait_id TEXT, former_name BLOB,
      former_factor_at BIGINT, taken_at BIGINT
    )
    """,
    "CREATE INDEX accounts_by_creation ON accounts (created_at, id)",
    """
    CREATE TABLE known_networks (
      account_id TEXT NOT NULL, network BLOB NOT NULL, created_at BIGINT NOT NULL,
      PRIMARY KEY (account_id, network)
    )
    """,
  ]

  private static let sessions = [
    // `key_thumbprint` (RFC 7638) names the key that the access token is bound to; `retired_…` is
    // of the token before the present one. `opened_by` and `raised_by` name the factors that the
    // session rests on, so that it ends with them: the one that opened it, and the one that raised
    // it last; null where none did. `host_id` is the host that opened the session, and
    // `foreign_host_id` one that did so for an account that it did not make.
    """
    CREATE TABLE sessions (
      id TEXT PRIMARY KEY, token_hash BLOB NOT NULL UNIQUE, account_id TEXT NOT NULL,
      methods TEXT NOT NULL, level BIGINT NOT NULL, created_at BIGINT NOT NULL,
      last_active_at BIGINT NOT NULL, proved_at BIGINT, ended_at BIGINT, device_id TEXT,
      opened_by TEXT, raised_by TEXT, key_thumbprint TEXT, retired_hash BLOB,
      retired_until BIGINT, retired_level BIGINT, host_id TEXT, foreign_host_id TEXT
    )
    """,
    "CREATE INDEX sessions_by_account ON sessions (account_id, created_at)",
    """
    CREATE INDEX sessions_by_retired_hash ON sessions (retired_hash)
      WHERE retired_hash IS NOT NULL
    """,
    // The hosts whose scenarios were proved in a session.
    """
    CREATE TABLE session_hosts (
      session_id TEXT NOT NULL, host_id TEXT NOT NULL, account_id TEXT NOT NULL,
      at BIGINT NOT NULL, PRIMARY KEY (session_id, host_id)
    )
    """,
    "CREATE INDEX session_hosts_by_account ON session_hosts (account_id)",
    """
    CREATE TABLE lanes (
      token_hash BLOB NOT NULL, account_id TEXT NOT NULL, created_at BIGINT NOT NULL,
      PRIMARY KEY (token_hash, account_id)
    )
    """,
    "CREATE INDEX lanes_by_account ON lanes (account_id, created_at)",
  ]

  private static let codes = [
    // A code that approves holds for one action alone, its `binding`; the texted one is asked for
    // only after the mailed one was right. Requests are counted in the IPv6 networks around their
    // own too.
    """
    CREATE TABLE code_requests (
      id TEXT PRIMARY KEY, recipient BLOB NOT NULL, name_hash BLOB NOT NULL, content BLOB NOT NULL,
      account_id TEXT, session_id TEXT, sent_to TEXT, lane TEXT, network BLOB, network_56 BLOB,
      network_48 BLOB,
      purpose TEXT NOT NULL, place TEXT NOT NULL, binding BLOB, ground TEXT,
      created_at BIGINT NOT NULL, tries BIGINT NOT NULL, right_at BIGINT, closed_at BIGINT
    )
    """,
    "CREATE INDEX code_requests_by_recipient ON code_requests (recipient, created_at)",
    "CREATE INDEX code_requests_by_name ON code_requests (name_hash, created_at)",
    "CREATE INDEX code_requests_by_session ON code_requests (session_id, purpose, created_at)",
    "CREATE INDEX code_requests_by_time ON code_requests (created_at)",
    "CREATE INDEX code_requests_by_network ON code_requests (network, created_at)",
    """
    CREATE INDEX code_requests_by_network_56 ON code_requests (network_56, created_at)
      WHERE network_56 IS NOT NULL
    """,
    """
    CREATE INDEX code_requests_by_network_48 ON code_requests (network_48, created_at)
      WHERE network_48 IS NOT NULL
    """,
    """
    CREATE TABLE code_messages (
      request_id TEXT NOT NULL, address BLOB NOT NULL, at BIGINT NOT NULL,
      PRIMARY KEY (request_id, address)
    )
    """,
    "CREATE INDEX code_messages_by_address ON code_messages (address, at)",
    // The wrong codes that were given in a row.
    """
    CREATE TABLE code_failures (
      account_id TEXT NOT NULL, path TEXT NOT NULL, failures BIGINT NOT NULL,
      PRIMARY KEY (account_id, path)
    )
    """,
  ]

  private static let factors = [
    // `bound_to` is the one action that a new key is for: to all else it is revoked.
    """
    CREATE TABLE credentials (
      id BLOB PRIMARY KEY, account_id TEXT NOT NULL, device_id TEXT, public_key BLOB NOT NULL,
      algorithm BIGINT NOT NULL, user_verified BIGINT NOT NULL, sign_count BIGINT NOT NULL,
      backup_eligible BIGINT NOT NULL, backed_up BIGINT NOT NULL, transports TEXT NOT NULL,
      origin TEXT NOT NULL, name BLOB, ground TEXT NOT NULL, wait_id TEXT, bound_to BLOB,
      bound_session TEXT, created_at BIGINT NOT NULL, last_used_at BIGINT, suspended_at BIGINT,
      revoked_at BIGINT
    )
    """,
    "CREATE INDEX credentials_by_account ON credentials (account_id, created_at, id)",
    """
    CREATE TABLE registration_grants (
      challenge_id BLOB PRIMARY KEY, account_id TEXT NOT NULL, code_request_id TEXT,
      ground TEXT NOT NULL, binding BLOB, at BIGINT NOT NULL
    )
    """,
    // A PIN may be set after its device was registered; `pin_set_at` is null where both came
    // together.
    """
    CREATE TABLE devices (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL, name BLOB NOT NULL,
      public_key BLOB NOT NULL, pin_key BLOB, pin_key_id BLOB, pin_generation BIGINT NOT NULL,
      pin_set_at BIGINT, ground TEXT NOT NULL, wait_id TEXT, created_at BIGINT NOT NULL,
      last_used_at BIGINT, suspended_at BIGINT, revoked_at BIGINT
    )
    """,
    "CREATE INDEX devices_by_account ON devices (account_id, created_at)",
    """
    CREATE TABLE pins (
      account_id TEXT PRIMARY KEY, salt BLOB NOT NULL, hash BLOB NOT NULL, rounds BIGINT NOT NULL,
      pepper BIGINT NOT NULL, ground TEXT NOT NULL, wait_id TEXT
    )
    """,
    // Every kind of factor is counted in the same way.
    """
    CREATE TABLE attempts (
      subject TEXT PRIMARY KEY, failed_attempts BIGINT NOT NULL, penalised_until BIGINT NOT NULL,
      in_flight_until BIGINT NOT NULL, in_flight_attempt BLOB
    )
    """,
    // What is being set and not confirmed yet stands beside what holds, if anything does. A number
    // that a weak proof set shortens no wait until its own time is over.
    """
    CREATE TABLE phones (
      account_id TEXT PRIMARY KEY, number BLOB, confirmed_at BIGINT, trusted_at BIGINT,
      new_number BLOB, new_is_weak BIGINT NOT NULL DEFAULT 0, new_code_request_id TEXT,
      new_grant_id TEXT
    )
    """,
    """
    CREATE TABLE authenticator_apps (
      account_id TEXT PRIMARY KEY, secret BLOB, confirmed_at BIGINT, last_step BIGINT NOT NULL,
      ground TEXT, wait_id TEXT, new_secret BLOB, new_at BIGINT,
      new_ground TEXT, new_grant_id TEXT, new_session_id TEXT
    )
    """,
  ]

  private static let suspended = [
    """
    CREATE TABLE suspended_pins (
      account_id TEXT PRIMARY KEY, salt BLOB NOT NULL, hash BLOB NOT NULL, rounds BIGINT NOT NULL,
      pepper BIGINT NOT NULL, ground TEXT NOT NULL, wait_id TEXT
    )
    """,
    """
    CREATE TABLE suspended_apps (
      account_id TEXT PRIMARY KEY, secret BLOB NOT NULL, confirmed_at BIGINT NOT NULL,
      last_step BIGINT NOT NULL, ground TEXT NOT NULL, wait_id TEXT
    )
    """,
    """
    CREATE TABLE suspended_phones (
      account_id TEXT PRIMARY KEY, number BLOB NOT NULL, confirmed_at BIGINT, trusted_at BIGINT
    )
    """,
  ]

  private static let waits = [
    // A wait before a factor has the level of its kind, or before a recovery: it begins when a
    // notice of it was handed over. `is_unclaimed` is the word of a link's maker, and
    // `may_be_of_unclaimed` marks a factor that a device may have added which nobody had claimed.
    """
    CREATE TABLE waits (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL,
      reason TEXT NOT NULL
        CHECK (reason IN
          ('announced', 'maker', 'recovery', 'recovered', 'administrator', 'held', 'under_hold')),
      seconds BIGINT NOT NULL, is_unclaimed BIGINT NOT NULL DEFAULT 0,
      may_be_of_unclaimed BIGINT NOT NULL DEFAULT 0, created_at BIGINT NOT NULL, ends_at BIGINT,
      stopped_at BIGINT
    )
    """,
    "CREATE INDEX waits_by_account ON waits (account_id)",
    """
    CREATE TABLE recoveries (
      account_id TEXT PRIMARY KEY, session_id TEXT NOT NULL, wait_id TEXT NOT NULL,
      requested_at BIGINT NOT NULL
    )
    """,
  ]

  private static let proofs = [
    """
    CREATE TABLE spent (
      challenge_id BLOB PRIMARY KEY, account_id TEXT NOT NULL, assertion_hash BLOB NOT NULL,
      scenario TEXT NOT NULL, stage TEXT NOT NULL CHECK (stage IN ('verified', 'acted')),
      body_hash BLOB, operation_id TEXT, evidence BLOB NOT NULL, at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX spent_by_time ON spent (at)",
    // The proofs of an account that gave tokens and have not acted, to be voided when a factor
    // changes.
    "CREATE INDEX spent_verified ON spent (account_id) WHERE stage = 'verified'",
    """
    CREATE TABLE low_value (
      account_id TEXT NOT NULL, currency TEXT NOT NULL, actions BIGINT NOT NULL,
      total BIGINT NOT NULL, PRIMARY KEY (account_id, currency)
    )
    """,
  ]

  /// Spent proofs are found by the hash of their challenge.
  ///
  /// Ids of challenges begin with their moment, so that all new ones are neighbours in the primary
  /// key. Who looks for one there has read the place of the next, and with PostgreSQL's page locks
  /// each of two approvals would be in the other's way.
  static let concurrentStatements = [
    "CREATE INDEX spent_by_hash ON spent USING hash (challenge_id)"
  ]

  /// An account's operations of a moment ago are looked up by their bodies, to refuse possible
  /// duplicates.
  private static let operations = [
    """
    CREATE TABLE operations (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL, session_id TEXT, scenario TEXT NOT NULL,
      idempotency_key TEXT, challenge_id BLOB, body_hash BLOB NOT NULL, proof_kind TEXT NOT NULL,
      transaction_id TEXT UNIQUE, evidence BLOB, answer BLOB, at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX operations_by_challenge ON operations (challenge_id)",
    // A host's idempotency key is looked up whoever's the operation was.
    """
    CREATE UNIQUE INDEX operations_by_key ON operations (idempotency_key, account_id)
      WHERE idempotency_key IS NOT NULL
    """,
    "CREATE INDEX operations_by_account ON operations (account_id, at)",
  ]

  /// Reviews of a payment, of a declared scenario, and of what a session handed to the person's
  /// other devices.
  private static let transactions = [
    """
    CREATE TABLE transactions (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL, host_id TEXT NOT NULL, session_id TEXT,
      status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'denied')),
      amount BIGINT, currency TEXT, exponent BIGINT, scenario TEXT,
      content BLOB NOT NULL, created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL,
      decided_at BIGINT, withdrawn_at BIGINT, operation_id TEXT, user_input BLOB,
      changed_at BIGINT NOT NULL, idempotency_key TEXT, body_hash BLOB NOT NULL,
      UNIQUE (account_id, idempotency_key),
      CHECK ((amount IS NULL) = (scenario IS NOT NULL))
    )
    """,
    "CREATE INDEX transactions_by_account ON transactions (account_id, changed_at)",
    """
    CREATE INDEX transactions_pending ON transactions (account_id, expires_at)
      WHERE status = 'pending'
    """,
    """
    CREATE INDEX transactions_by_key ON transactions (idempotency_key)
      WHERE idempotency_key IS NOT NULL
    """,
    """
    CREATE INDEX transactions_by_session ON transactions (session_id)
      WHERE session_id IS NOT NULL
    """,
  ]

  private static let links = [
    // `confirmed_by` is the factor that confirmed a login by QR code; null before that, and for any
    // other link.
    """
    CREATE TABLE session_links (
      id TEXT PRIMARY KEY, type TEXT NOT NULL CHECK (type IN ('enrol', 'login')),
      status TEXT NOT NULL CHECK (status IN ('waiting', 'opened', 'confirmed', 'over')),
      ending TEXT, watch_hash BLOB NOT NULL, origin TEXT NOT NULL, page TEXT NOT NULL,
      requester BLOB NOT NULL, network_56 BLOB, network_48 BLOB,
      is_stranger BIGINT NOT NULL, maker TEXT NOT NULL, maker_session TEXT,
      ground TEXT NOT NULL, wait_id TEXT, numbers TEXT NOT NULL,
      number TEXT, announcement BLOB, account_id TEXT, second_factor TEXT NOT NULL, methods TEXT,
      device_id TEXT, session_id TEXT, body_hash BLOB, created_at BIGINT NOT NULL,
      confirmed_at BIGINT, confirmed_by TEXT
    )
    """,
    "CREATE INDEX session_links_by_time ON session_links (created_at)",
    "CREATE INDEX session_links_by_network ON session_links (requester, created_at)",
    """
    CREATE INDEX session_links_by_network_56 ON session_links (network_56, created_at)
      WHERE network_56 IS NOT NULL
    """,
    """
    CREATE INDEX session_links_by_network_48 ON session_links (network_48, created_at)
      WHERE network_48 IS NOT NULL
    """,
  ]

  /// Hosts are tenants: a service key belongs to one, and so does what was made with it.
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
    """
    CREATE TABLE service_keys (
      hash BLOB PRIMARY KEY, host_id TEXT NOT NULL, name TEXT NOT NULL,
      scopes TEXT NOT NULL, created_at BIGINT NOT NULL, revoked_at BIGINT
    )
    """,
  ]

  private static let records = [
    // Each row has a code of the keyring, and the number of its key. SQLite takes values of any
    // type. The names of lanes have to be bytes, and sequences whole numbers from 1 on: so a reader
    // of lanes comes by all rows.
    """
    CREATE TABLE audit (
      lane BLOB NOT NULL CHECK (lane > CAST('' AS BLOB)),
      sequence BIGINT NOT NULL CHECK (sequence > 0 AND sequence = CAST(sequence AS BIGINT)),
      at BIGINT NOT NULL, kind TEXT NOT NULL, subject BLOB NOT NULL, details TEXT NOT NULL,
      previous_hash BLOB NOT NULL, hash BLOB NOT NULL, key BIGINT NOT NULL, code BLOB NOT NULL,
      PRIMARY KEY (lane, sequence)
    )
    """,
    // Jobs of one line, as those of one person's messages, run one after the other; jobs for one
    // target share its places. One that was given up is done with, and kept.
    """
    CREATE TABLE outbox (
      id TEXT PRIMARY KEY, kind TEXT NOT NULL, target TEXT NOT NULL, line TEXT,
      content BLOB NOT NULL, trace TEXT, put_at BIGINT NOT NULL, due_at BIGINT NOT NULL,
      attempts BIGINT NOT NULL, lease BLOB, done_at BIGINT, given_up_at BIGINT
    )
    """,
    "CREATE INDEX outbox_by_target ON outbox (kind, target, due_at) WHERE done_at IS NULL",
    "CREATE INDEX outbox_by_line ON outbox (line) WHERE line IS NOT NULL AND done_at IS NULL",
    """
    CREATE INDEX outbox_done ON outbox (done_at)
      WHERE done_at IS NOT NULL AND given_up_at IS NULL
    """,
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value BIGINT NOT NULL)",
  ]
}
