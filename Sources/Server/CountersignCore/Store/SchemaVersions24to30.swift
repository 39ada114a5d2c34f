/// The twenty-fourth schema: a code and what it gives are bound to what its message says, and the
/// first factor ends what mailed codes alone gave before.
enum SchemaVersion24 {
  static let statements: [String] = [
    // The ground on which a code adds a factor; null for one that adds none.
    "ALTER TABLE code_requests ADD COLUMN ground TEXT",
    // The one action that a new key is for; null for a key that is for all.
    "ALTER TABLE registration_grants ADD COLUMN binding BLOB",
    // A key on the way to one action, in the session that made it. To all else it is revoked.
    "ALTER TABLE credentials ADD COLUMN bound_to BLOB",
    "ALTER TABLE credentials ADD COLUMN bound_session TEXT",
    // The host that opened a session, and the session that made a link; null where there was none.
    "ALTER TABLE sessions ADD COLUMN host_id TEXT",
    "ALTER TABLE session_links ADD COLUMN maker_session TEXT",
  ]
}

/// The twenty-fifth schema: when the address of an account was proved by a code that was sent
/// there, and the wait of what that put on hold; null for neither.
///
/// Who signed up had proved the address. A host's word for it had proved nothing.
enum SchemaVersion25 {
  static let statements: [String] = [
    "ALTER TABLE accounts ADD COLUMN proved_at BIGINT",
    "ALTER TABLE accounts ADD COLUMN hold_wait_id TEXT",
    "UPDATE accounts SET proved_at = created_at WHERE host_id IS NULL",
    // A hold is one of the reasons to wait.
    """
    CREATE TABLE waits_with_holds (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL,
      reason TEXT NOT NULL
        CHECK (reason IN
          ('announced', 'maker', 'recovery', 'recovered', 'administrator', 'held',
            'under_hold')),
      seconds BIGINT NOT NULL, created_at BIGINT NOT NULL, ends_at BIGINT, stopped_at BIGINT
    )
    """,
    """
    INSERT INTO waits_with_holds
      SELECT id, account_id, reason, seconds, created_at, ends_at, stopped_at FROM waits
    """,
    "DROP TABLE waits",
    "ALTER TABLE waits_with_holds RENAME TO waits",
    "CREATE INDEX waits_by_account ON waits (account_id)",
    // The number of an account whose factors are on hold.
    """
    CREATE TABLE suspended_phones (
      account_id TEXT PRIMARY KEY, number BLOB NOT NULL, confirmed_at BIGINT, trusted_at BIGINT
    )
    """,
  ]
}

/// The twenty-sixth schema: requests are counted in the IPv6 networks around their own too, and an
/// account knows the networks in which its person proved a factor.
///
/// No column holds a network but as a keyed hash.
enum SchemaVersion26 {
  static let statements: [String] =
    ["code_requests", "session_links"].flatMap { table in
      NetworkHashes.wideColumns.flatMap { column in
        [
          "ALTER TABLE \(table) ADD COLUMN \(column) BLOB",
          """
          CREATE INDEX \(table)_by_\(column) ON \(table) (\(column), created_at)
            WHERE \(column) IS NOT NULL
          """,
        ]
      }
    } + [
      """
      CREATE TABLE known_networks (
        account_id TEXT NOT NULL, network BLOB NOT NULL, created_at BIGINT NOT NULL,
        PRIMARY KEY (account_id, network)
      )
      """
    ]
}

/// The twenty-seventh schema: audit rows with a code of the keyring, and the number of its key.
///
/// The pruned part of a lane is a row of the registry. Rows from before have no code, and nobody
/// can vouch for them: the log begins anew. SQLite takes values of any type. The names of lanes
/// have to be bytes, and sequences whole numbers from 1 on: so a reader of lanes comes by all rows.
enum SchemaVersion27 {
  static let statements: [String] = [
    "DROP TABLE audit_bases",
    "DROP TABLE audit",
    """
    CREATE TABLE audit (
      lane BLOB NOT NULL CHECK (lane > CAST('' AS BLOB)),
      sequence BIGINT NOT NULL CHECK (sequence > 0 AND sequence = CAST(sequence AS BIGINT)),
      at BIGINT NOT NULL, kind TEXT NOT NULL, subject BLOB NOT NULL, details TEXT NOT NULL,
      previous_hash BLOB NOT NULL, hash BLOB NOT NULL, key BIGINT NOT NULL, code BLOB NOT NULL,
      PRIMARY KEY (lane, sequence)
    )
    """,
  ]
}

/// The twenty-eighth schema: when an account had its first factor before what it has was put on
/// hold.
enum SchemaVersion28 {
  static let statements = ["ALTER TABLE accounts ADD COLUMN former_factor_at BIGINT"]
}

/// The twenty-ninth schema: what may still be undone, or opened again, is a fact that is stored.
///
/// A factor that waits for nothing settles its account: no link of a notice makes that one without
/// a factor again. The word of a link's maker stands beside a wait's end, which it no longer is.
enum SchemaVersion29 {
  static let statements: [String] = [
    "ALTER TABLE accounts ADD COLUMN settled_factor_at BIGINT",
    "ALTER TABLE waits ADD COLUMN is_unclaimed BIGINT NOT NULL DEFAULT 0",
    // The name from before a hold, sealed as the name that is shown.
    "ALTER TABLE accounts ADD COLUMN former_name BLOB",
    // The session in which a recovery was begun; null for one from before.
    "ALTER TABLE recoveries ADD COLUMN session_id TEXT",
    // All but accounts whose first factor waits, or was stopped.
    """
    UPDATE accounts SET settled_factor_at = first_factor_at
    WHERE first_factor_at IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM waits WHERE account_id = accounts.id AND created_at = first_factor_at
        AND reason IN ('announced', 'maker', 'under_hold'))
    """,
    // What was put on hold before that moment was stored.
    """
    UPDATE accounts SET former_factor_at = created_at
    WHERE hold_wait_id IS NOT NULL AND former_factor_at IS NULL AND (
      EXISTS (SELECT 1 FROM credentials
        WHERE account_id = accounts.id AND suspended_at IS NOT NULL)
      OR EXISTS (SELECT 1 FROM devices WHERE account_id = accounts.id
        AND suspended_at IS NOT NULL AND pin_key IS NOT NULL)
      OR EXISTS (SELECT 1 FROM suspended_pins WHERE account_id = accounts.id)
      OR EXISTS (SELECT 1 FROM suspended_apps WHERE account_id = accounts.id))
    """,
    // The notices of these went out before: their time counts from the beginning.
    """
    UPDATE waits SET is_unclaimed = 1, ends_at = created_at + 1000 * seconds
    WHERE reason IN ('maker', 'recovered') AND ends_at IS NULL
    """,
  ]
}

/// The thirtieth schema: what an administrator took, and what may be a stranger's, is stored.
enum SchemaVersion30 {
  static let statements: [String] = [
    // When an administrator took all that an account had; null where nobody did.
    "ALTER TABLE accounts ADD COLUMN taken_at BIGINT",
    // A factor that a device may have added which nobody had claimed. Such a device adds none now.
    "ALTER TABLE waits ADD COLUMN may_be_of_unclaimed BIGINT NOT NULL DEFAULT 0",
    // The session in which an authenticator app is set up; null for one from before.
    "ALTER TABLE authenticator_apps ADD COLUMN new_session_id TEXT",
    // Nobody knows who took what these had: they are recovered, as before.
    """
    UPDATE accounts SET taken_at = first_factor_at
    WHERE proved_at IS NULL AND first_factor_at IS NOT NULL
      AND NOT EXISTS (
        SELECT 1 FROM devices WHERE account_id = accounts.id AND revoked_at IS NULL)
      AND NOT EXISTS (
        SELECT 1 FROM credentials WHERE account_id = accounts.id AND revoked_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM pins WHERE account_id = accounts.id)
      AND NOT EXISTS (
        SELECT 1 FROM authenticator_apps WHERE account_id = accounts.id AND secret IS NOT NULL)
    """,
    """
    UPDATE waits SET may_be_of_unclaimed = 1
    WHERE seconds > 0 AND reason IN ('announced', 'maker') AND stopped_at IS NULL AND EXISTS (
      SELECT 1 FROM waits u WHERE u.account_id = waits.account_id AND u.is_unclaimed = 1
        AND u.stopped_at IS NULL AND u.created_at < waits.created_at)
    """,
  ]
}
