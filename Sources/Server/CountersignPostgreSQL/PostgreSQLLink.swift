import CountersignCore
import Foundation

/// A place for one connection, which comes back when it was lost.
///
/// One thread at a time uses it.
final class PostgreSQLLink: @unchecked Sendable {
  private let address: PostgreSQLAddress
  private let purpose: PostgreSQLConnection.Purpose
  let settings: PostgreSQLSettings
  /// The tables to which each new connection must fit; nil where whoever uses it looks.
  private let schema: PostgreSQLSchema?
  private let figures: ConnectionFigures?
  private var current: PostgreSQLConnection?
  /// The state of the connection, as it is counted.
  private var state = ConnectionFigures.State.none
  private var failures = 0

  init(
    _ address: PostgreSQLAddress, for purpose: PostgreSQLConnection.Purpose,
    _ settings: PostgreSQLSettings, _ first: PostgreSQLConnection? = nil,
    fitting schema: PostgreSQLSchema? = nil, counting figures: ConnectionFigures? = nil
  ) {
    self.address = address
    self.purpose = purpose
    self.settings = settings
    self.schema = schema
    self.figures = figures
    current = first
  }

  /// The connection, made again where it was lost: with pauses that grow, until the deadline.
  ///
  /// - Throws: `StoreError`: why there is none; at once where waiting does not help.
  func connection(until deadline: ContinuousClock.Instant) throws -> PostgreSQLConnection {
    while true {
      if let current, !current.isLost {
        note(.busy)
        return current
      }
      drop()
      do {
        let connection = try PostgreSQLConnection(address, for: purpose, settings)
        try schema?.join(connection)
        connection.figures = figures
        (current, failures) = (connection, 0)
        note(.busy)
        return connection
      } catch {
        failures += 1
        let longest = min(50 << min(failures, 6), 2_000)
        // Some way below that: nodes that lost the same database do not come back all at once.
        let pause = Int64.random(in: Int64(longest / 2)...Int64(longest))
        let isPassing = (StoreError.from(error) as? StoreError)?.code == .unavailable
        guard isPassing, ContinuousClock.now + .milliseconds(pause) < deadline else { throw error }
        Thread.sleep(forTimeInterval: Double(pause) / 1000)
      }
    }
  }

  /// Leaves the connection until the next work.
  func rest() { note(current?.isLost == false ? .idle : .none) }

  /// Gives the connection up.
  func drop() {
    current = nil
    note(.none)
  }

  private func note(_ state: ConnectionFigures.State) {
    guard state != self.state else { return }
    figures?.note(state, after: self.state)
    self.state = state
  }
}
