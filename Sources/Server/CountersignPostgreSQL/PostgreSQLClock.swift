public import CountersignCore
import Synchronization

/// The database's clock, which all nodes have in common.
///
/// Between two readings of it, time passes by this machine's steady clock. So nobody who sets a
/// node's clock moves a lease, a wait or a limit. The steady clock goes on while the machine is
/// suspended, since other nodes serve meanwhile.
public final class PostgreSQLClock: ServiceClock {
  private static let start = ContinuousClock.now

  private let machine = SystemClock()
  /// Milliseconds by which the database's clock is ahead of this machine's steady one.
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
    lead = Mutex(try Self.quickest(of: connection).lead)
  }

  /// The present moment at the database.
  public func now() -> Timestamp {
    Timestamp(milliseconds: steadyMilliseconds() + lead.withLock { $0 })
  }

  /// Milliseconds on this machine's steady clock.
  public func steadyMilliseconds() -> Int64 { Self.steadyMilliseconds() }

  private static func steadyMilliseconds() -> Int64 { start.duration(to: .now).wholeMilliseconds }

  /// Milliseconds by which this machine's own clock is ahead of the database's.
  public func machineLeadMilliseconds() -> Int64? {
    machine.now().milliseconds(since: now())
  }

  /// Reads the database's clock again, unless each answer takes so long that it says too little.
  func read(_ connection: PostgreSQLConnection) throws {
    let reading = try Self.quickest(of: connection)
    if reading.took < Self.longestReading { lead.withLock { $0 = reading.lead } }
  }

  /// The first of three readings that was quick, or the quickest of them.
  private static func quickest(
    of connection: PostgreSQLConnection
  ) throws -> (took: Int64, lead: Int64) {
    var best: (took: Int64, lead: Int64)?
    for _ in 0..<3 {
      let start = steadyMilliseconds()
      let answer = try connection.run("SELECT \(expression)")
      let end = steadyMilliseconds()
      guard let told = try answer.rows.first?.integer(0) else { continue }
      let reading = (took: end - start, lead: told - (start + end) / 2)
      if reading.took < best?.took ?? .max { best = reading }
      if reading.took < longestReading { break }
    }
    guard let best else {
      throw StoreError(code: .failed, reason: "the database does not tell its time")
    }
    return best
  }

  /// Milliseconds.
  private static let longestReading: Int64 = 500

  /// The present moment in SQL.
  static let expression = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
}
