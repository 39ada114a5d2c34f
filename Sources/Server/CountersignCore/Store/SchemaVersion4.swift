/// The fourth schema: an operation stands in no index at its account's place.
///
/// Of a large store, each such index makes every operation read and write one more page. One held
/// the operations without an idempotency key too: the two indexes by key become one. The other
/// found a person's last operations, which the top-ups' own index finds as well.
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
