public import CountersignCore
import WebAuthnModel

/// The rows that approvals leave, and those that a benchmark writes in their likeness.
public enum BenchmarkRows {
  /// The number of rows, if all ids of each begin with its moment; nil if those of one do not.
  ///
  /// - Parameters:
  ///   - rows: Ids, a challenge's id and a moment in milliseconds, in this order.
  ///   - ids: The number of ids before the challenge's.
  /// - Returns: The number of rows, or nil.
  /// - Throws: Where a column is of another type.
  public static func countBeginningWithTheirMoment(_ rows: [SQLRow], ids: Int) throws -> Int? {
    for row in rows {
      let moment = try row.integer(ids + 1)
      let texts = try (0..<ids).map { Base64URL.decode(String(try row.text($0).dropFirst(3))) }
      let beginnings =
        texts.map { Array($0?.prefix(6) ?? []) } + [
          Array(try row.blob(ids).prefix(8))
        ]
      // The challenge is older than the action, on a busy machine by a while.
      let moments = beginnings.map { $0.reduce(0) { $0 << 8 | Int64($1) } }
      guard moments.allSatisfy({ abs($0 - moment) < 600_000 }) else { return nil }
    }
    return rows.count
  }

  /// The table that a statement writes to, as in `INSERT operations`; nil if it only reads.
  public static func target(_ sql: String) -> String? {
    let words = sql.split { " \n".contains($0) }
    return switch words.first {
    case "INSERT", "DELETE": "\(words[0]) \(words[2])"
    case "UPDATE": "\(words[0]) \(words[1])"
    default: nil
    }
  }
}
