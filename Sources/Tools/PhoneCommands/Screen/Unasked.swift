import Synchronization

/// The lines that nobody asked for, as that of a payment which comes: they wait while a question is
/// open.
///
/// A key answers what stands on the screen, so nothing may scroll that away.
enum Unasked {
  private struct State {
    /// The number of open questions, each within the one before.
    var open = 0
    var waiting: [@Sendable () -> Void] = []
    var printed = 0
  }

  private static let state = Mutex(State())

  /// The number of times that something was printed: what stood above it may be out of sight.
  static var printed: Int { state.withLock(\.printed) }

  /// A question is opened.
  static func begin() { state.withLock { $0.open += 1 } }

  /// A question was answered, or taken back.
  static func end() {
    state.withLock { state in
      state.open -= 1
      guard state.open == 0 else { return }
      for print in state.waiting {
        print()
        state.printed += 1
      }
      state.waiting = []
    }
  }

  /// Prints now, or once no question is open.
  static func say(_ print: @escaping @Sendable () -> Void) {
    state.withLock { state in
      guard state.open == 0 else { return state.waiting.append(print) }
      print()
      state.printed += 1
    }
  }

  /// Waits until what waits is printed, for a second at most: a question that is taken back closes
  /// a moment later.
  static func awaitEnd() async {
    for _ in 0..<20 {
      guard state.withLock({ $0.open > 0 }) else { return }
      try? await Task.sleep(for: .milliseconds(50))
    }
  }
}
