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

  /// Nobody knows how a session of before was opened: it may have been relayed.
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

  /// What entitled before holds no more: it was given for minutes, and says of nothing how strong
  /// it was.
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
