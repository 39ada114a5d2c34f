import Dispatch
import Synchronization

/// Two threads and a bounded queue before them, in which the networks take turns, each with all
/// that one line can have, and within each its accounts.
final class FairWorkers: Sendable {
  /// The source of a piece of work.
  struct Source: Sendable, Hashable {
    let network: RequesterNetwork
    let account: AccountID
  }

  private typealias Work = @Sendable () -> Void

  private struct State {
    /// The places that are taken: by whoever waits, runs, or was admitted and is about to.
    var taken = 0
    var takenByNetwork: [RequesterNetwork: Int] = [:]
    var takenByAccount: [AccountID: Int] = [:]
    /// The widest networks in their turns, and of each its sources in theirs.
    var networks: [RequesterNetwork] = []
    var turns: [RequesterNetwork: [Source]] = [:]
    var waiting: [Source: [Work]] = [:]
    var running = 0
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "countersign.pin", attributes: .concurrent)
  private let policy: PINPolicy
  private static let threads = 2

  init(policy: PINPolicy) { self.policy = policy }

  /// The places that are taken.
  var taken: Int { state.withLock(\.taken) }

  /// Takes a place; false where those of the source's networks or account are taken, or all.
  ///
  /// Half of all is kept for networks that have none.
  func admit(_ source: Source) -> Bool {
    state.withLock { state in
      let (network, account) = (source.network, source.account)
      guard state.takenByAccount[account, default: 0] < policy.queuedPerAccount else {
        return false
      }
      let taken = network.levels.map { state.takenByNetwork[$0, default: 0] }
      guard SharedBound.firstFull(policy.queuedPerNetwork, used: taken) == nil,
        SharedBound.hasRoom(policy.queued, used: state.taken, own: taken.last ?? 0)
      else { return false }
      state.taken += 1
      for level in network.levels { state.takenByNetwork[level, default: 0] += 1 }
      state.takenByAccount[account, default: 0] += 1
      return true
    }
  }

  /// Gives a place up.
  func leave(_ source: Source) {
    state.withLock { state in
      state.taken -= 1
      for level in source.network.levels { Self.decrease(&state.takenByNetwork, level) }
      Self.decrease(&state.takenByAccount, source.account)
    }
  }

  /// Runs work at its turn, and gives its place up.
  func run<Value: Sendable>(
    _ source: Source, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      put(source) { [self] in
        let result = Result { try work() }
        leave(source)
        continuation.resume(with: result)
      }
    }
  }

  private func put(_ source: Source, _ work: @escaping Work) {
    let starts = state.withLock { state in
      if state.waiting[source] == nil {
        let network = source.network.widest
        if state.turns[network] == nil { state.networks.append(network) }
        state.turns[network, default: []].append(source)
      }
      state.waiting[source, default: []].append(work)
      guard state.running < Self.threads else { return false }
      state.running += 1
      return true
    }
    if starts { queue.async { [self] in runAll() } }
  }

  /// Runs what waits, each at its turn, until nothing does.
  private func runAll() {
    while let work = next() { work() }
  }

  private func next() -> Work? {
    state.withLock { state in
      guard !state.networks.isEmpty else {
        state.running -= 1
        return nil
      }
      let network = state.networks.removeFirst()
      var sources = state.turns[network] ?? []
      let source = sources.removeFirst()
      var waiting = state.waiting[source] ?? []
      let work = waiting.removeFirst()
      state.waiting[source] = waiting.isEmpty ? nil : waiting
      if !waiting.isEmpty { sources.append(source) }
      state.turns[network] = sources.isEmpty ? nil : sources
      if !sources.isEmpty { state.networks.append(network) }
      return work
    }
  }

  /// The number of works that wait for their turn.
  package var waitingCount: Int {
    state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } }
  }

  private static func decrease<Key>(_ counts: inout [Key: Int], _ key: Key) {
    let left = (counts[key] ?? 1) - 1
    counts[key] = left > 0 ? left : nil
  }
}
