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

  init(madeBy schemas: [Schema]) {
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
    let foreign = try connection.run(
      """
      WITH \(Self.own), \(Self.parts), \(Self.extensions)
      SELECT kind, name FROM (
        \(all.joined(separator: " UNION ALL "))
      ) AS found ORDER BY name, kind LIMIT 1
      """,
      [
        .text(names.sorted().joined(separator: ",")),
        .text(referring.sorted().joined(separator: ",")),
      ]
    ).rows.first
    if let foreign { throw StoreError.foreign(try foreign.text(0), try foreign.text(1)) }
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
    WHERE a.attgenerated <> '' OR a.attidentity <> ''
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
