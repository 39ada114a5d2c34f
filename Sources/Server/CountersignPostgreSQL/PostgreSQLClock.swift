public import CountersignCore
import Synchronization

/// The database's clock, which all nodes have in common.
///
/// Between two readings of it, time passes by this machine's steady clock. So nobody who sets a
/// node's clock moves a lease, a wait or a limit.
public final class PostgreSQLClock: ServiceClock {
  private let machine = SystemClock()
  /// What the database's clock is ahead of this machine's steady one, in milliseconds.
  private let lead: Mutex<Int64>

  /// The clock of a database that is not opened: it is read once, and goes on with this machine's
  /// steady clock.
  ///
  /// - Parameter address: Where the database is.
  /// - Throws: `StoreError`.
  public convenience init(_ address: PostgreSQLAddress) throws {
    do {
      try self.init(PostgreSQLConnection(address, for: .reading, PostgreSQLSettings()))
    } catch {
      throw StoreError.from(error)
    }
  }

  init(_ connection: PostgreSQLConnection) throws {
    lead = Mutex(0)
    try read(connection)
  }

  /// The present moment at the database.
  public func now() -> Timestamp {
    Timestamp(milliseconds: machine.steadyMilliseconds() + lead.withLock { $0 })
  }

  /// Milliseconds on this machine's steady clock.
  public func steadyMilliseconds() -> Int64 { machine.steadyMilliseconds() }

  /// Milliseconds by which this machine's own clock is ahead of the database's.
  public func machineLeadMilliseconds() -> Int64? {
    machine.now().milliseconds(since: now())
  }

  /// Reads the database's clock; an answer that took long says too little.
  func read(_ connection: PostgreSQLConnection) throws {
    for _ in 0..<3 {
      let start = machine.steadyMilliseconds()
      let told = try connection.run("SELECT \(Self.expression)").rows.first?.integer(0) ?? 0
      let end = machine.steadyMilliseconds()
      guard end - start < 500 else { continue }
      lead.withLock { $0 = told - (start + end) / 2 }
      return
    }
  }

  /// The present moment in SQL.
  static let expression = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
}
