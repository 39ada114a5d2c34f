import CountersignCore

/// Has names mean PostgreSQL's own things first, then those of the one schema that has the tables,
/// and nothing else.
///
/// Whoever may alter the database or a role chooses the path with which a session begins: a table
/// of another schema, or an operator before PostgreSQL's own, would hide rows.
enum SearchPath {
  /// The first statements of a session.
  ///
  /// The schema is that of `schema_steps`; in a new database the first of the path.
  static let pinning = [
    // This finds nothing by the path that it reads, nor does the next one.
    """
    SELECT pg_catalog.set_config('countersign.path', CAST(
      pg_catalog.array_to_json(pg_catalog.current_schemas(false)) AS pg_catalog.text), false)
    """,
    "SET search_path TO pg_catalog, pg_temp",
    """
    WITH path AS (
      SELECT e.name, e.place, EXISTS (
        SELECT 1 FROM pg_class AS c WHERE c.relnamespace = n.oid AND c.relname = 'schema_steps'
      ) AS has_steps
      FROM json_array_elements_text(CAST(current_setting('countersign.path') AS json))
        WITH ORDINALITY AS e (name, place)
        JOIN pg_namespace AS n ON n.nspname = e.name
      WHERE left(e.name, 3) <> 'pg_'
    )
    SELECT set_config('search_path', quote_ident(name) || ', pg_temp', false),
      (SELECT COUNT(*) FROM path WHERE has_steps)
    FROM (SELECT name FROM path ORDER BY has_steps DESC, place LIMIT 1) AS own
    """,
  ].map { SQLStatement($0) }

  /// Refuses a database in which two schemas of the path have the tables, by the answer of the last
  /// of these statements.
  static func requireOwn(
    _ answer: PostgreSQLConnection.Answer, _ address: PostgreSQLAddress
  ) throws {
    guard let schema = answer.rows.first else {
      throw StoreError(
        code: .failed,
        reason: "\(address): the role may use no schema of its search_path: "
          + "GRANT USAGE, CREATE ON SCHEMA public TO …")
    }
    guard try schema.integer(1) < 2 else {
      throw StoreError(
        code: .corrupt,
        reason: "\(address): more than one schema of the search_path has the table schema_steps, "
          + "and rows can be hidden so: find out who made the others, and drop them")
    }
  }
}
