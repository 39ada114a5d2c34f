import CountersignCore
import Foundation
import Synchronization

/// A place for one connection, which comes back when it was lost.
///
/// One thread at a time uses it.
final class PostgreSQLLink: @unchecked Sendable {
  private let address: PostgreSQLAddress
  private let purpose: PostgreSQLConnection.Purpose
  let settings: PostgreSQLSettings
  /// The tables to which each new connection must fit; nil where whoever uses it looks.
  private let schema: PostgreSQLSchema?
  private let counter: TrafficCounter?
  private var current: PostgreSQLConnection?
  private var failures = 0

  init(
    _ address: PostgreSQLAddress, for purpose: PostgreSQLConnection.Purpose,
    _ settings: PostgreSQLSettings, _ first: PostgreSQLConnection? = nil,
    fitting schema: PostgreSQLSchema? = nil, counting counter: TrafficCounter? = nil
  ) {
    self.address = address
    self.purpose = purpose
    self.settings = settings
    self.schema = schema
    self.counter = counter
    current = first
  }

  /// The connection, made again where it was lost: with pauses that grow, until the deadline.
  ///
  /// - Throws: `StoreError`: why there is none; at once where waiting does not help.
  func connection(until deadline: ContinuousClock.Instant) throws -> PostgreSQLConnection {
    while true {
      if let current, !current.isLost { return current }
      current = nil
      do {
        let connection = try PostgreSQLConnection(address, for: purpose, settings)
        try schema?.join(connection)
        connection.counter = counter
        (current, failures) = (connection, 0)
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

  /// Gives the connection up.
  func drop() { current = nil }
}

/// Counts what the connections of one purpose send.
final class TrafficCounter: Sendable {
  private let roundTrips = Atomic(0)
  private let statements = Atomic(0)

  /// Counts a round trip.
  func count(statements count: Int) {
    roundTrips.add(1, ordering: .relaxed)
    statements.add(count, ordering: .relaxed)
  }

  /// The sums so far.
  var traffic: StoreTraffic {
    var traffic = StoreTraffic()
    traffic.roundTrips = roundTrips.load(ordering: .relaxed)
    traffic.statements = statements.load(ordering: .relaxed)
    return traffic
  }
}
