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

  /// What is being set, and is not confirmed yet, stands beside what holds, with the code that
  /// entitled to it where it was one.
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
