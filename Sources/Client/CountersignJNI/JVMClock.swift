import CountersignClient
import CountersignDevice
import Synchronization
import WireModel

/// The app's clocks, as each of its calls tells them; between two calls they go on by this
/// process's clock.
///
/// Flows measure their deadlines and pauses by the process's clock alone.
final class JVMClock: Sendable {
  private let told = Mutex<Told?>(nil)

  private struct Told {
    var time: LockTime
    var instant: ContinuousClock.Instant
  }

  /// Milliseconds that a clock may tell: sums of these do not overflow.
  private static let range: ClosedRange<Int64> = 0...1 << 52

  /// Takes the times of a call.
  ///
  /// - Throws: ``CrossingError`` where they are no times.
  func note(_ arguments: Crossing) throws(CrossingError) {
    let wall = try arguments.integer("wallMilliseconds")
    let running = try arguments.integer("runningMilliseconds")
    guard Self.range.contains(wall), Self.range.contains(running) else {
      throw CrossingError(
        sentence: "The app's clock told no time: give milliseconds since 1970, and of running.")
    }
    let before = now.running
    told.withLock { told in
      told = Told(
        // Calls of several threads may come in another order than their times.
        time: LockTime(running: max(before, .milliseconds(running)), wallMilliseconds: wall),
        instant: .now)
    }
  }

  /// The present moment.
  var now: LockTime {
    guard let told = told.withLock({ $0 }) else {
      return LockTime(running: .zero, wallMilliseconds: 0)
    }
    let passed = told.instant.duration(to: .now)
    return LockTime(
      running: told.time.running + passed,
      wallMilliseconds: told.time.wallMilliseconds + Int64(passed / .milliseconds(1)))
  }
}

/// The keys that access tokens are bound to, in this process's memory, by the app's clock.
struct JVMSessionKeys: SessionKeySource {
  let clock: JVMClock
  private let keys = MemorySessionKeys()

  init(clock: JVMClock) { self.clock = clock }

  func makeKey() throws(SessionKeyError) -> any SessionKey { try keys.makeKey() }

  func sha256(_ bytes: [UInt8]) -> [UInt8] { keys.sha256(bytes) }

  var unixSeconds: Int64 { clock.now.wallMilliseconds / 1000 }
}
