import CountersignCore

/// The tables that the steps of schemas make, and what may hang on them.
///
/// PostgreSQL runs what anybody who may change tables hangs on them: a trigger, and as well a
/// function in a check, in a default or in an index. Steps make no such thing. Tables of others are
/// nobody's concern, in the same schema too.
struct PostgreSQLOwnTables {
  /// The names that tables have, or had before a later step.
  private var names: Set<String> = ["schema_steps", "store_writers", StoreCopy.mark]
  /// Those of tables with foreign keys.
  private var referring: Set<String> = []
  /// The keys, types and defaults of the tables after the steps that the database has.
  private let made: MadeTables

  /// - Parameters:
  ///   - schemas: The schemas.
  ///   - known: The steps that the database has.
  init(madeBy schemas: [Schema], upTo known: PresentSteps) {
    var statements = known.isEmpty ? [] : PostgreSQLSchema.ownTables
    for schema in schemas {
      for step in schema.steps where known[schema.owner]?[Int64(step.number)] != nil {
        statements += step.statements + step.concurrentStatements
        statements += step.rewriting?.statements ?? []
      }
    }
    made = MadeTables(after: statements)
    for step in schemas.flatMap(\.steps) {
      for statement in step.statements + (step.rewriting?.statements ?? []) { note(statement) }
    }
  }

  private mutating func note(_ statement: String) {
    let words = statement.split { $0.isWhitespace || $0 == "(" || $0 == "\"" }
      .map { $0.lowercased() }
    guard words.count > 2, ["create", "alter"].contains(words[0]), words[1] == "table",
      let name = words[2...].first(where: { !["if", "not", "exists"].contains($0) })
    else { return }
    names.insert(name)
    if words.contains("references") { referring.insert(name) }
    if words.count == 6, words[3...4] == ["rename", "to"] {
      names.insert(words[5])
      if referring.contains(name) { referring.insert(words[5]) }
    }
  }

  /// Refuses a database in which reading or writing one of the tables does something else too, or
  /// in which something has a name that statements of this program mean otherwise.
  ///
  /// No schema has such things, so somebody put them there, as to hide rows.
  func require(in connection: PostgreSQLConnection) throws {
    let all = [Self.onTables, Self.code, Self.relations, Self.functions]
    let arguments: [SQLValue] = [names, referring].map {
      .text($0.sorted().joined(separator: ","))
    }
    let foreign = try connection.run(
      """
      WITH \(Self.own), \(Self.parts), \(Self.extensions)
      SELECT kind, name FROM (
        \(all.joined(separator: " UNION ALL "))
      ) AS found ORDER BY name, kind LIMIT 1
      """, arguments
    ).rows.first
    if let foreign { throw StoreError.foreign(try foreign.text(0), try foreign.text(1)) }
    let rows = try connection.run("WITH \(Self.own) \(Self.keysAndDefaults)", arguments).rows
    try requireKeys(in: rows)
    try requireTypes(in: rows)
    try requireDefaults(in: rows)
  }

  /// Refuses a column that is missing or has another type: it orders and compares otherwise.
  private func requireTypes(in rows: [SQLRow]) throws {
    var present: [String: [String: String]] = [:]
    for row in rows where try row.text(0) == "type" {
      present[try row.text(1), default: [:]][try row.text(2)] = try row.text(3)
    }
    for (name, table) in made.tables.sorted(by: { $0.key < $1.key }) {
      let other = table.types.filter { present[name]?[$0.key] != $0.value }.keys.min()
      if let other { throw StoreError.changed("type of", "\(name).\(other)") }
    }
  }

  /// Refuses a table that lacks a key: it can have rows that a statement then takes for one.
  private func requireKeys(in rows: [SQLRow]) throws {
    var present: [String: Set<MadeTables.Key>] = [:]
    for row in rows {
      guard let kind = MadeTables.Key.Kind(rawValue: try row.text(0)) else { continue }
      let columns = try row.text(2).split(separator: ",").map(String.init)
      present[try row.text(1), default: []].insert(
        MadeTables.Key(kind: kind, columns: columns, target: try row.text(3)))
    }
    for (name, table) in made.tables.sorted(by: { $0.key < $1.key }) {
      let missing = table.keys.subtracting(present[name] ?? [])
      let words = missing.map { ($0.kind.rawValue, $0.columns.joined(separator: ", ")) }
      if let (kind, columns) = words.min(by: { $0 < $1 }) {
        throw StoreError.changed("\(kind) key", "\(name) (\(columns))")
      }
    }
  }

  /// Refuses a default that no step makes, and a table without one that a step makes.
  ///
  /// A column of a later step, which an older node survives, may have a constant.
  private func requireDefaults(in rows: [SQLRow]) throws {
    var made = made.tables.mapValues(\.columns)
    for row in rows where try row.text(0) == "default" {
      let (table, column) = (try row.text(1), try row.text(2))
      let present = MadeTables.Default(words: try row.text(3))
      switch made[table]?.removeValue(forKey: column) {
      case .some(.none),
        nil where present == .other:
        throw StoreError.foreign("default of", "\(table).\(column)")
      case .constant(let value) where present != .constant(value):
        throw StoreError.changed("default of", "\(table).\(column)")
      case .some, nil: break
      }
    }
    for (name, columns) in made.sorted(by: { $0.key < $1.key }) {
      let missing = columns.filter { $0.value != .none }.keys.min()
      if let missing { throw StoreError.changed("default of", "\(name).\(missing)") }
    }
  }

  /// Whatever has a name of ours in our schema.
  private static let own = """
    place AS (SELECT oid FROM pg_namespace WHERE nspname = current_schema()),
    named AS (
      SELECT string_to_array(?, ',') AS ours, string_to_array(?, ',') AS referring
    ),
    own AS (
      SELECT c.oid, CAST(c.relname AS TEXT) AS name, c.relkind, c.relpersistence, c.relrowsecurity,
        CAST(c.relname AS TEXT) = ANY (named.referring) AS refers
      FROM pg_class AS c JOIN place ON place.oid = c.relnamespace
        JOIN named ON CAST(c.relname AS TEXT) = ANY (named.ours)
    )
    """

  /// The objects on our tables, with the code in it as PostgreSQL keeps it.
  private static let parts = """
    parts AS (
      SELECT 'constraint' AS kind, CAST(k.conname AS TEXT) AS name, k.oid,
        CAST('pg_constraint' AS regclass) AS class, CAST(k.conbin AS TEXT) AS code
      FROM pg_constraint AS k JOIN own ON own.oid = k.conrelid
      UNION ALL
      SELECT 'default of', own.name || '.' || a.attname, d.oid, 'pg_attrdef', CAST(d.adbin AS TEXT)
      FROM pg_attrdef AS d JOIN own ON own.oid = d.adrelid
        JOIN pg_attribute AS a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
      UNION ALL
      SELECT 'index', CAST(c.relname AS TEXT), c.oid, 'pg_class',
        concat(CAST(i.indexprs AS TEXT), CAST(i.indpred AS TEXT))
      FROM pg_index AS i JOIN own ON own.oid = i.indrelid JOIN pg_class AS c ON c.oid = i.indexrelid
      UNION ALL
      SELECT 'statistics', CAST(s.stxname AS TEXT), s.oid, 'pg_statistic_ext',
        CAST(s.stxexprs AS TEXT)
      FROM pg_statistic_ext AS s JOIN own ON own.oid = s.stxrelid
      UNION ALL
      SELECT 'other column type in', own.name, own.oid, 'pg_class', NULL FROM own
    )
    """

  /// The objects of extensions that a superuser owns: whoever owns an extension can add to it.
  private static let extensions = """
    of_extensions AS (
      SELECT d.classid, d.objid FROM pg_depend AS d
        JOIN pg_extension AS e ON e.oid = d.refobjid JOIN pg_roles AS r ON r.oid = e.extowner
      WHERE d.deptype = 'e' AND r.rolsuper
        AND d.refclassid = CAST('pg_extension' AS regclass)
    )
    """

  /// The keys of our tables on whole columns, and the types and defaults of these.
  private static let keysAndDefaults = """
    SELECT 'type', own.name, CAST(a.attname AS TEXT), format_type(a.atttypid, NULL)
    FROM pg_attribute AS a JOIN own ON own.oid = a.attrelid
    WHERE a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT 'default', own.name, CAST(a.attname AS TEXT), pg_get_expr(d.adbin, d.adrelid)
    FROM pg_attrdef AS d JOIN own ON own.oid = d.adrelid
      JOIN pg_attribute AS a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
    UNION ALL
    SELECT CASE WHEN i.indisprimary THEN 'primary' ELSE 'unique' END, own.name,
      string_agg(CAST(a.attname AS TEXT), ',' ORDER BY k.place), ''
    FROM pg_index AS i JOIN own ON own.oid = i.indrelid
      CROSS JOIN LATERAL unnest(CAST(i.indkey AS SMALLINT[])) WITH ORDINALITY AS k (number, place)
      JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.number
    WHERE i.indisunique AND i.indisvalid AND i.indimmediate AND k.place <= i.indnkeyatts
      AND i.indpred IS NULL AND i.indexprs IS NULL
    GROUP BY i.indexrelid, i.indisprimary, own.name
    UNION ALL
    SELECT 'foreign', own.name, string_agg(CAST(a.attname AS TEXT), ',' ORDER BY k.place),
      CAST(c.relname AS TEXT)
    FROM pg_constraint AS f JOIN own ON own.oid = f.conrelid
      JOIN pg_class AS c ON c.oid = f.confrelid
      CROSS JOIN LATERAL unnest(f.conkey) WITH ORDINALITY AS k (number, place)
      JOIN pg_attribute AS a ON a.attrelid = f.conrelid AND a.attnum = k.number
    WHERE f.contype = 'f' AND f.convalidated
    GROUP BY f.oid, own.name, c.relname
    """

  private static let onTables = """
    SELECT 'trigger' AS kind, CAST(t.tgname AS TEXT) AS name
    FROM pg_trigger AS t JOIN own ON own.oid = t.tgrelid WHERE NOT t.tgisinternal
    UNION ALL
    SELECT 'rule', CAST(r.rulename AS TEXT)
    FROM pg_rewrite AS r JOIN own ON own.oid = r.ev_class WHERE r.rulename <> '_RETURN'
    UNION ALL
    SELECT 'row security of', name FROM own WHERE relrowsecurity
    UNION ALL
    SELECT 'unlogged table', name FROM own WHERE relpersistence <> 'p'
    UNION ALL
    SELECT 'inheritance of', own.name
    FROM pg_inherits AS i JOIN own ON own.oid IN (i.inhrelid, i.inhparent)
    UNION ALL
    SELECT 'generated column', own.name || '.' || a.attname
    FROM pg_attribute AS a JOIN own ON own.oid = a.attrelid
    WHERE NOT a.attisdropped AND (a.attgenerated <> '' OR a.attidentity <> '')
    UNION ALL
    SELECT 'foreign key', CAST(k.conname AS TEXT) FROM pg_constraint AS k
      LEFT JOIN own AS inner_table ON inner_table.oid = k.conrelid
      LEFT JOIN own AS outer_table ON outer_table.oid = k.confrelid
    WHERE k.contype = 'f' AND (inner_table.oid IS NOT NULL OR outer_table.oid IS NOT NULL)
      AND (inner_table.refers AND outer_table.oid IS NOT NULL) IS NOT TRUE
    """

  /// Code on our tables that is more than PostgreSQL's own functions of values, and what rests on
  /// somebody's own type, operator or collation: others run what they like.
  private static let code = """
    SELECT parts.kind, parts.name FROM parts
      CROSS JOIN LATERAL regexp_matches(parts.code, ':(opno|funcid) ([0-9]+)', 'g') AS called
      LEFT JOIN pg_operator AS o ON called[1] = 'opno' AND o.oid = CAST(called[2] AS oid)
      LEFT JOIN pg_proc AS p
        ON p.oid = CASE called[1] WHEN 'opno' THEN CAST(o.oprcode AS oid)
          ELSE CAST(called[2] AS oid) END
        AND p.provolatile = 'i' AND p.pronamespace = CAST('pg_catalog' AS regnamespace)
    WHERE p.oid IS NULL
    UNION ALL
    SELECT parts.kind, parts.name FROM parts
      JOIN pg_depend AS d ON d.classid = parts.class AND d.objid = parts.oid
    WHERE d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_type'::regclass,
      'pg_collation'::regclass, 'pg_opclass'::regclass, 'pg_opfamily'::regclass,
      'pg_am'::regclass, 'pg_ts_config'::regclass)
    """

  private static let relations = """
    SELECT CASE c.relkind WHEN 'r' THEN 'table' WHEN 'p' THEN 'partitioned table'
        WHEN 'f' THEN 'foreign table' WHEN 'v' THEN 'view' WHEN 'm' THEN 'view'
        ELSE 'relation' END, CAST(c.relname AS TEXT)
    FROM pg_class AS c JOIN place ON place.oid = c.relnamespace
      LEFT JOIN own ON own.oid = c.oid
    WHERE own.relkind <> 'r' OR own.oid IS NULL AND c.relkind IN ('v', 'm', 'f')
      AND NOT EXISTS (SELECT 1 FROM of_extensions AS e
        WHERE e.classid = CAST('pg_class' AS regclass) AND e.objid = c.oid)
    """

  /// Functions and operators that a statement may mean in the place of PostgreSQL's own.
  private static let functions = """
    SELECT 'function', CAST(p.proname AS TEXT)
    FROM pg_proc AS p JOIN place ON place.oid = p.pronamespace
    WHERE EXISTS (SELECT 1 FROM pg_proc AS b
        WHERE b.proname = p.proname AND b.pronamespace = CAST('pg_catalog' AS regnamespace))
      AND NOT EXISTS (SELECT 1 FROM of_extensions AS e
        WHERE e.classid = CAST('pg_proc' AS regclass) AND e.objid = p.oid)
    UNION ALL
    SELECT 'operator', CAST(o.oprname AS TEXT)
    FROM pg_operator AS o JOIN place ON place.oid = o.oprnamespace
    WHERE EXISTS (SELECT 1 FROM pg_operator AS b
        WHERE b.oprname = o.oprname AND b.oprnamespace = CAST('pg_catalog' AS regnamespace))
      AND NOT EXISTS (SELECT 1 FROM of_extensions AS e
        WHERE e.classid = CAST('pg_operator' AS regclass) AND e.objid = o.oid)
    """
}
