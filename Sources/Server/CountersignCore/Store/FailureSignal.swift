import Synchronization

/// The failure of a store, for everybody who waits for it or asks later.
package final class FailureSignal: Sendable {
  private struct State {
    var failure: StoreError?
    var waiting: [Int: CheckedContinuation<StoreError?, Never>] = [:]
    var newest = 0
  }

  private let state = Mutex(State())

  /// No failure yet.
  package init() {}

  /// Hands a failure to all who wait.
  package func raise(_ failure: StoreError) {
    let waiting = state.withLock { state in
      state.failure = failure
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume(returning: failure) }
  }

  /// Waits for the failure; nil where the task is cancelled first.
  package func wait() async -> StoreError? {
    let number = state.withLock { state in
      state.newest += 1
      return state.newest
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isOver, failure) = state.withLock { state in
          if state.failure != nil || Task.isCancelled { return (true, state.failure) }
          state.waiting[number] = continuation
          return (false, nil)
        }
        if isOver { continuation.resume(returning: failure) }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: nil)
    }
  }
}
