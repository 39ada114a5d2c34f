import Synchronization
import Testing

@testable import CountersignCore

/// The answer of the store, which `GET /health/ready` waits for.
@Suite("A store that does not answer", .timeLimit(.minutes(1)))
struct StoreProbeTests {
  /// A store that answers once it is let, and counts who asks.
  private final class SlowStore: Sendable {
    private let state = Mutex<(asked: Int, waiting: [CheckedContinuation<Bool, Never>])>((0, []))

    var asked: Int { state.withLock(\.asked) }

    func answer() async -> Bool {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          state.asked += 1
          state.waiting.append(continuation)
        }
      }
    }

    func letAnswer(_ answer: Bool) {
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume(returning: answer) }
    }
  }

  @Test("nobody waits for it longer than the patience, and it is asked one question at a time")
  func slow() async {
    let store = SlowStore()
    let probe = StoreProbe(patience: .milliseconds(20), store.answer)
    for _ in 0..<3 { #expect(await probe.answers() == false) }
    #expect(store.asked == 1)
    store.letAnswer(true)
  }

  @Test("its answer is given as it comes, and it is asked anew after it")
  func answered() async {
    let store = SlowStore()
    let probe = StoreProbe(patience: .seconds(50), store.answer)
    for (before, answer) in [true, false].enumerated() {
      async let given = probe.answers()
      while store.asked == before { await Task.yield() }
      store.letAnswer(answer)
      #expect(await given == answer)
    }
    #expect(store.asked == 2)
  }
}
