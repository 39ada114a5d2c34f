/// The one place where SQL of the project's dialect becomes PostgreSQL's.
///
/// A statement differs in its parameters alone: `?` becomes `$1`, `$2` and so on. A table differs
/// in two types: `BLOB` is `BYTEA`, and `TEXT` sorts by bytes, as it does in SQLite. A value
/// brings its own type (docs/decisions/store.md).
enum PostgreSQLDialect {
  /// A statement with PostgreSQL's parameters.
  static func statement(_ sql: String) -> String {
    var count = 0
    return mapped(sql) { part in
      guard part == "?" else { return nil }
      count += 1
      return "$\(count)"
    }
  }

  /// A statement that makes or changes a table, with PostgreSQL's types.
  ///
  /// Any other statement of a schema's step stays as it is.
  static func schema(_ sql: String) -> String {
    guard sql.hasPrefix("CREATE TABLE") || sql.hasPrefix("ALTER TABLE") else { return sql }
    return mapped(sql) { part in
      switch part {
      case "BLOB": "BYTEA"
      case "TEXT": "TEXT COLLATE \"C\""
      default: nil
      }
    }
  }

  /// Replaces words and signs that stand in no quotation marks.
  private static func mapped(_ sql: String, _ replacement: (Substring) -> String?) -> String {
    var result = ""
    result.reserveCapacity(sql.utf8.count + 16)
    var rest = Substring(sql)
    while let first = rest.first {
      let part: Substring
      if first == "'" || first == "\"" {
        let inside = rest.dropFirst().prefix { $0 != first }
        // The closing mark belongs to it; two in a row are two strings here, which is the same.
        part =
          rest[..<rest.index(inside.endIndex, offsetBy: inside.endIndex < rest.endIndex ? 1 : 0)]
        result += part
      } else {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        part = word.isEmpty ? rest.prefix(1) : word
        result += replacement(part) ?? String(part)
      }
      rest = rest[part.endIndex...]
    }
    return result
  }
}
