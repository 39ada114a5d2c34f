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
