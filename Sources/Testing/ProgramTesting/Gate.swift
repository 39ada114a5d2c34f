import Dispatch
import Synchronization

/// Holds the first that passes until the test lets it go on.
package final class Gate: Sendable {
  private let isFirst = Mutex(true)
  private let arrived = DispatchSemaphore(value: 0)
  private let opened = DispatchSemaphore(value: 0)

  /// A gate that nothing has passed.
  package init() {}

  /// Says that it is here and waits, where it is the first; whoever comes later goes through.
  package func pass() {
    let isHeld = isFirst.withLock { isFirst in
      defer { isFirst = false }
      return isFirst
    }
    guard isHeld else { return }
    arrived.signal()
    opened.wait()
  }

  /// Waits until the first is held.
  package func untilReached() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        self.arrived.wait()
        continuation.resume()
      }
    }
  }

  /// Lets the first go on.
  package func open() { opened.signal() }
}
