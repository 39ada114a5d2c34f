import Foundation

/// Holds the first that passes until the test lets it go on.
package final class Gate: @unchecked Sendable {
  /// Guards both of the flags.
  private let condition = NSCondition()
  private var isFirst = true
  private var isOpen = false
  private let arrivals: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation

  /// A gate that nothing has passed.
  package init() { (arrivals, arrival) = AsyncStream.makeStream() }

  /// Says that it is here and waits, where it is the first; whoever comes later goes through.
  package func pass() {
    condition.withLock {
      guard isFirst else { return }
      isFirst = false
      arrival.finish()
      while !isOpen { condition.wait() }
    }
  }

  /// Waits until the first is held.
  package func untilReached() async {
    for await _ in arrivals {}
  }

  /// Lets the first go on.
  package func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }
}
