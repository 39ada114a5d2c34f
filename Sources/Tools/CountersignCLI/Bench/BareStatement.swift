import CSQLite

/// A prepared statement whose parameters are known by name.
final class BareStatement {
  private let statement: OpaquePointer
  /// The place of each parameter's value in an approval's values.
  private let slots: [Int]

  init(_ sql: String, _ database: OpaquePointer) throws {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &prepared, nil) == SQLITE_OK, let prepared else {
      throw Self.failure(database)
    }
    statement = prepared
    slots = try (0..<sqlite3_bind_parameter_count(prepared)).map { index in
      guard let name = sqlite3_bind_parameter_name(prepared, index + 1),
        let slot = BareValues.Slot(rawValue: String(cString: name + 1))
      else { throw CommandFailure(.environment, "rows.sql has a parameter without a value") }
      return slot.place
    }
  }

  deinit { sqlite3_finalize(statement) }

  func run(
    _ database: OpaquePointer, _ values: [BareValues.Value?], _ arena: UnsafeRawBufferPointer
  ) throws {
    for (index, slot) in slots.enumerated() {
      let position = Int32(index + 1)
      switch values[slot] {
      case .integer(let value): sqlite3_bind_int64(statement, position, value)
      case .text(let range):
        sqlite3_bind_text(
          statement, position,
          arena.baseAddress.map { ($0 + range.lowerBound).assumingMemoryBound(to: CChar.self) },
          Int32(range.count), nil)
      case .blob(let range):
        sqlite3_bind_blob(
          statement, position, arena.baseAddress.map { $0 + range.lowerBound },
          Int32(range.count), nil)
      case nil: sqlite3_bind_null(statement, position)
      }
    }
    let result = sqlite3_step(statement)
    sqlite3_reset(statement)
    guard result == SQLITE_DONE else { throw Self.failure(database) }
  }

  private static func failure(_ database: OpaquePointer) -> CommandFailure {
    CommandFailure(.environment, "bare rows: \(String(cString: sqlite3_errmsg(database)))")
  }
}
