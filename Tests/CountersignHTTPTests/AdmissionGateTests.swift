import CountersignCore
import Logging
import Synchronization
import Testing
import WireModel

@testable import CountersignHTTP

@Suite("What is shed")
struct AdmissionGateTests {
  @Test("a turn that is long once is served, as a burst is")
  func burst() {
    var loop = Loop()
    #expect(loop.turn([1, 20, 60, 100]) == [])
    #expect(loop.turn([1, 2]) == [])
  }

  @Test("nobody waits for longer than the patience, in a burst either")
  func patience() {
    var loop = Loop()
    #expect(loop.turn([1, 100, 101, 400]) == [101, 400])
  }

  @Test("where every turn was long for longer than the patience, each serves what is not late")
  func standing() {
    var loop = Loop()
    for _ in 0..<2 { #expect(loop.turn([1, 50]) == []) }
    #expect(loop.turn([1, 5, 6, 40]) == [6, 40])
    #expect(loop.turn([1, 5, 6]) == [6])
  }

  @Test("a turn of few requests is no queue, however long it takes")
  func few() {
    var loop = Loop(many: 0)
    for _ in 0..<4 { #expect(loop.turn(Array(repeating: 200, count: LoopTurns.few)) == []) }
    #expect(loop.turn(Array(repeating: 200, count: LoopTurns.few + 2)) == [200, 200])
  }

  @Test("one turn that comes to its end in time ends the shedding")
  func calm() {
    var loop = Loop()
    for _ in 0..<4 { _ = loop.turn([1, 40]) }
    #expect(loop.turn([1, 6]) == [6])
    #expect(loop.turn([1, 5]) == [])
    #expect(loop.turn([1, 40]) == [])
  }

  @Test("a loop that has rested had no queue")
  func rested() {
    var loop = Loop()
    for _ in 0..<4 { _ = loop.turn([1, 40]) }
    loop.pass(101)
    #expect(loop.turn([1, 40]) == [])
  }

  @Test("what comes while a turn is taken belongs to it, and is counted from its start")
  func take() {
    var loop = Loop()
    #expect(loop.turn(takenFor: 101, [1, 2]) == [1, 2])
  }

  @Test("as many requests are under way as may be, and each gives its place back")
  func places() async throws {
    var policy = RequestPolicy()
    policy.underWay = 2
    let gate = AdmissionGate { Loop.start }
    try await admit(gate, policy) {
      try await admit(gate, policy) {
        let refusal = await #expect(throws: Refusal.self) { try await admit(gate, policy) {} }
        #expect(refusal?.reason == .overloaded)
        #expect(refusal?.retryAfterSeconds == 1)
      }
      await #expect(throws: Refusal.noSession) {
        try await admit(gate, policy) { throw Refusal.noSession }
      }
      try await admit(gate, policy) {}
    }
  }

  @Test("nothing is done of a request that is late")
  func late() async throws {
    let clock = Mutex(Loop.start)
    let pace = LoopPace { clock.withLock { $0 } }
    let gate = AdmissionGate { Loop.start }
    pace.take()
    for _ in 0..<LoopTurns.few { #expect(!pace.begin(RequestPolicy())) }
    clock.withLock { $0 += .milliseconds(101) }
    await #expect(throws: Refusal.self) {
      try await gate.admit(RequestPolicy(), pace, Self.quiet) { Issue.record("it was served") }
    }
    pace.take()
    #expect(try await gate.admit(RequestPolicy(), pace, Self.quiet) { "served" } == "served")
  }

  @Test("those who are shed come again over as many seconds as it has lasted, at most ten")
  func retryAfter() {
    var spell = OverloadSpell(at: Loop.start)
    #expect(shed(&spell, 3, at: 0) == [1, 1, 1])
    #expect(shed(&spell, 4, at: 2) == [1, 2, 3, 1])
    #expect(Set(shed(&spell, 20, at: 14)) == Set(1...10))
    #expect(Set(shed(&spell, 20, at: 28)) == Set(1...10))
  }

  @Test("a spell ends after fifteen seconds in which nothing was shed")
  func spells() {
    var spell = OverloadSpell(at: Loop.start)
    let seconds = [0, 15, 30, 46, 46]
    #expect(
      seconds.map { spell.shed(at: Loop.start + .seconds($0)) }
        == [true, false, false, true, false])
    #expect(spell.retryAfterSeconds == 1)
  }

  private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func admit(
    _ gate: AdmissionGate, _ policy: RequestPolicy, _ serve: () async throws -> Void
  ) async throws {
    try await gate.admit(policy, nil, Self.quiet, serve)
  }

  private func shed(_ spell: inout OverloadSpell, _ count: Int, at seconds: Int) -> [Int64] {
    (0..<count).map { _ in
      _ = spell.shed(at: Loop.start + .seconds(seconds))
      return spell.retryAfterSeconds
    }
  }
}

/// A loop; its turns are written as the milliseconds at which their requests begin.
private struct Loop {
  static let start = ContinuousClock.now
  private let many: Int
  private var now = start
  private var turns = LoopTurns(at: start)

  /// A loop that begins so many requests of each turn at once, before those that are told.
  init(many: Int = LoopTurns.few) { self.many = many }

  /// Goes through a turn; the next one follows at once.
  ///
  /// - Parameters:
  ///   - taking: The time between what comes first and last.
  ///   - begins: The requests, each by the milliseconds since then at which it begins.
  /// - Returns: Those of them that are late.
  mutating func turn(takenFor taking: Int = 0, _ begins: [Int]) -> [Int] {
    turns.take { now }
    pass(taking)
    turns.take { now }
    let end = now
    for _ in 0..<many { _ = turns.begin(at: end, RequestPolicy()) }
    let late = begins.filter { turns.begin(at: end + .milliseconds($0), RequestPolicy()) }
    pass(begins.last ?? 0)
    return late
  }

  mutating func pass(_ milliseconds: Int) { now += .milliseconds(milliseconds) }
}
