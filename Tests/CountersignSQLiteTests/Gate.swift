import Dispatch

/// Holds the writer at a point until the test lets it go on.
final class Gate: Sendable {
  private let arrived = DispatchSemaphore(value: 0)
  private let opened = DispatchSemaphore(value: 0)

  /// Called on the writer's queue: says that it is here, and waits.
  func pass() {
    arrived.signal()
    opened.wait()
  }

  /// Waits until the writer is at the gate.
  func untilReached() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        self.arrived.wait()
        continuation.resume()
      }
    }
  }

  /// Lets the writer through.
  func open() { opened.signal() }
}
