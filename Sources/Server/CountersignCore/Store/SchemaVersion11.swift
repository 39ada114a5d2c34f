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

  /// A host's idempotency keys had the id of a service key before them, 16 characters and a space,
  /// which stands in no key that was sent.
  ///
  /// Where two service keys used one name, the first to use it keeps it.
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
