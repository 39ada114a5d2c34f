import Synchronization

/// The lines that nobody asked for, as that of a payment which comes: they wait while a question is
/// open.
///
/// A key answers what stands on the screen, so nothing may scroll that away.
enum Unasked {
  private struct State {
    /// The number of open questions, each within the one before.
    var open = 0
    var waiting: [(subject: String?, print: @Sendable () -> Void)] = []
    /// What was asked about, and so was shown already.
    var asked: Set<String> = []
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
      for waiting in state.waiting {
        waiting.print()
        state.printed += 1
      }
      state.waiting = []
    }
  }

  /// A question shows something: no line has to say that it is there.
  static func ask(about subject: String) {
    state.withLock { state in
      state.asked.insert(subject)
      state.waiting.removeAll { $0.subject == subject }
    }
  }

  /// Prints now, or once no question is open.
  ///
  /// - Parameters:
  ///   - subject: What the line says the presence of, by its id; nil for anything else. It is not
  ///     printed once that was asked about: behind its decision it would say what is over.
  ///   - print: Prints the line.
  static func say(about subject: String? = nil, _ print: @escaping @Sendable () -> Void) {
    state.withLock { state in
      if let subject, state.asked.contains(subject) { return }
      guard state.open == 0 else { return state.waiting.append((subject, print)) }
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
