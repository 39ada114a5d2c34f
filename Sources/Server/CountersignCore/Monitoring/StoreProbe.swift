import Synchronization

/// Finds out whether the store answers, in time whatever the store does: one that waits for its
/// database holds a query for long.
///
/// One question stands at a time, however many ask.
final class StoreProbe: Sendable {
  private struct State {
    var isAsking = false
    var asked = 0
    var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
  }

  private let state = Mutex(State())
  private let patience: Duration
  private let ask: @Sendable () async -> Bool

  /// A probe.
  ///
  /// - Parameters:
  ///   - patience: The time for which an answer is waited for.
  ///   - ask: Asks the store.
  init(patience: Duration, _ ask: @escaping @Sendable () async -> Bool) {
    self.patience = patience
    self.ask = ask
  }

  /// Tells if the store answers in time.
  func answers() async -> Bool {
    await withCheckedContinuation { continuation in
      let (number, isFirst) = state.withLock { state in
        state.asked += 1
        state.waiting[state.asked] = continuation
        defer { state.isAsking = true }
        return (state.asked, !state.isAsking)
      }
      if isFirst { Task { end(with: await ask()) } }
      Task {
        try? await Task.sleep(for: patience)
        giveUp(number)
      }
    }
  }

  private func end(with answer: Bool) {
    let waiting = state.withLock { state in
      defer {
        state.isAsking = false
        state.waiting = [:]
      }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume(returning: answer) }
  }

  private func giveUp(_ number: Int) {
    state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: false)
  }
}
