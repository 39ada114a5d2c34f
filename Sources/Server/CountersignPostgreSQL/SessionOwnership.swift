import CountersignCore
import Foundation

/// Refuses a pooler that gives one session of the server to several clients.
///
/// PgBouncer in transaction mode does. Settings, advisory locks and `LISTEN` are then shared
/// between clients: commits would not be durable, and nodes would not exclude each other.
extension PostgreSQLConnection {
  /// Opens the first connection to a database.
  ///
  /// - Throws: `StoreError`, also where the connection has no session of its own.
  static func first(
    to address: PostgreSQLAddress, for purpose: Purpose, _ settings: PostgreSQLSettings
  ) throws(StoreError) -> PostgreSQLConnection {
    let connection = try PostgreSQLConnection(address, for: purpose, settings)
    let probe = try PostgreSQLConnection(address, for: .reading, settings)
    do {
      guard try connection.hasOwnSession(beside: probe) else { throw StoreError.shared(address) }
    } catch let error as PostgreSQLError where error.isOfOtherSession || error.isProtocolViolation {
      throw StoreError.shared(address)
    } catch {
      throw StoreError.from(error) as? StoreError ?? .closed
    }
    return connection
  }

  /// Tells if a setting of another connection stays with that connection.
  private func hasOwnSession(beside probe: PostgreSQLConnection) throws -> Bool {
    let mark = UUID().uuidString
    let read = "SELECT current_setting('countersign.session', true)"
    try probe.run("SELECT set_config('countersign.session', ?, false)", [.text(mark)])
    // A pooler hands out the session that became free last, which is the probe's.
    try run("BEGIN")
    defer { rollBack() }
    guard try run(read).rows.first?.optionalText(0) != mark else { return false }
    // While this transaction keeps its session, the probe gets another one.
    return try probe.run(read).rows.first?.optionalText(0) == mark
  }
}

extension PostgreSQLError {
  /// True if the session has statements that this connection did not prepare, or lacks its own.
  var isOfOtherSession: Bool { ["42P05", "26000"].contains(state) }

  /// The answer of a pooler that takes no transaction: it shares sessions between statements.
  fileprivate var isProtocolViolation: Bool { state == "08P01" }
}

extension StoreError {
  /// A session that other clients use, too.
  static func shared(_ address: PostgreSQLAddress) -> StoreError {
    StoreError(
      code: .failed,
      reason: "\(address): a pooler shares one session of the server between its clients, as "
        + "PgBouncer does with pool_mode = transaction or statement: set pool_mode = session for "
        + "this database, or name the server itself")
  }
}
