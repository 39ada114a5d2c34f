import CountersignCore
import Foundation

/// A place for one connection, which comes back when it was lost.
///
/// One thread at a time uses it.
final class PostgreSQLLink: @unchecked Sendable {
  private let address: PostgreSQLAddress
  private let purpose: PostgreSQLConnection.Purpose
  let settings: PostgreSQLSettings
  private var current: PostgreSQLConnection?
  private var failures = 0

  init(
    _ address: PostgreSQLAddress, for purpose: PostgreSQLConnection.Purpose,
    _ settings: PostgreSQLSettings, _ first: PostgreSQLConnection? = nil
  ) {
    self.address = address
    self.purpose = purpose
    self.settings = settings
    current = first
  }

  /// The connection, made again where it was lost: with pauses that grow, until the deadline.
  ///
  /// - Throws: `StoreError`: why there is none.
  func connection(until deadline: ContinuousClock.Instant) throws -> PostgreSQLConnection {
    while true {
      if let current, !current.isLost { return current }
      current = nil
      do {
        let connection = try PostgreSQLConnection(address, for: purpose, settings)
        (current, failures) = (connection, 0)
        return connection
      } catch {
        failures += 1
        let pause = Duration.milliseconds(min(50 << min(failures, 6), 2_000))
        guard ContinuousClock.now + pause < deadline else { throw error }
        Thread.sleep(
          forTimeInterval: Double(pause.components.attoseconds) / 1e18
            + Double(pause.components.seconds))
      }
    }
  }

  /// Gives the connection up.
  func drop() { current = nil }
}
