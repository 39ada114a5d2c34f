import CountersignCore
import HTTPTypes
import Logging
import Synchronization
import Testing
import WireModel

@testable import CountersignHTTP

@Suite("What is shed")
struct AdmissionGateTests {
  @Test("a turn that is long once is a burst, and all of the next is served")
  func burst() {
    var loop = Loop()
    #expect(loop.turn(1000, lasting: 500) == 0)
    loop.pass(1)
    #expect(loop.turn(1000, lasting: 10) == 0)
    #expect(loop.turn(1000, lasting: 100) == 0)
    #expect(loop.turn(1000, lasting: 1) == 0)
  }

  @Test("where every turn was long for longer than the patience, each serves what fits into 5 ms")
  func standing() {
    var loop = Loop()
    #expect(loop.turn(1000, lasting: 50) == 0)
    #expect(loop.turn(1000, lasting: 51) == 0)
    #expect(loop.turn(1000, lasting: 100) == 0)
    #expect(loop.turn(1000, lasting: 10) == 950)
  }

  @Test("what fits follows the turns: it shrinks at once, and grows by a fourth")
  func room() {
    var loop = Loop()
    loop.overload()
    #expect(loop.turn(1000, lasting: 10) == 950)
    #expect(loop.turn(1000, lasting: 2) == 975)
    #expect(loop.turn(1000, lasting: 5) == 968)
    #expect(loop.turn(3, lasting: 1) == 0)
    #expect(loop.turn(1000, lasting: 1000) == 968)
    #expect(loop.turn(1000, lasting: 10) == 1000 - RequestPolicy().leastPerTurn)
  }

  @Test("a turn that takes 10 ms is no long one")
  func short() {
    var loop = Loop()
    for _ in 0..<20 { #expect(loop.turn(1000, lasting: 10) == 0) }
  }

  @Test("short turns that shed are no end of the queue; a second without shedding is")
  func recovery() {
    var loop = Loop()
    loop.overload()
    for _ in 0..<400 { #expect(loop.turn(1000, lasting: 5) == 950) }
    for _ in 0..<199 { #expect(loop.turn(50, lasting: 5) == 0) }
    #expect(loop.turn(1000, lasting: 5) == 950)
    for _ in 0..<201 { #expect(loop.turn(50, lasting: 5) == 0) }
    #expect(loop.turn(1000, lasting: 5) == 0)
  }

  @Test("a loop that has rested had no queue")
  func rested() {
    var loop = Loop()
    for _ in 0..<5 {
      #expect(loop.turn(1000, lasting: 90) == 0)
      loop.pass(101)
    }
  }

  @Test("what is answered without having begun belongs to no turn that comes later")
  func answered() {
    var loop = Loop()
    for _ in 0..<5 {
      loop.answer(10)
      loop.pass(90)
      #expect(loop.turn(1, lasting: 1) == 0)
    }
    #expect(loop.turn(1000, lasting: 1) == 0)
  }

  @Test("heads whose bodies do not come hold a turn for as long as the patience, and no longer")
  func withoutBodies() {
    var loop = Loop()
    loop.overload()
    #expect(loop.takeHeads(60) == 10)
    loop.pass(100)
    #expect(loop.takeHeads(60) == 60)
    loop.pass(1)
    #expect(loop.takeHeads(20) == 0)
  }

  @Test("of what fits into a turn, half is kept for requests that open no ceremony")
  func turnOfOpenings() {
    var loop = Loop()
    loop.overload()
    #expect(loop.turn(1000, lasting: 1, openingBefore: 1000) == 975)
    #expect(loop.turn(1000, lasting: 1, openingBefore: 980) == 1000 - 32 - 20)
    #expect(loop.turn(1000, lasting: 1, openingBefore: 10) == 1000 - 79)
  }

  @Test("a turn of openings alone makes room by the time that half of them took")
  func roomOfOpenings() {
    var loop = Loop()
    loop.overload()
    for shed in [975, 969, 961, 951] {
      #expect(loop.turn(1000, lasting: 2, openingBefore: 1000) == shed)
    }
  }

  @Test("half of the places is kept for requests that open no ceremony")
  func placesOfOpenings() async throws {
    var policy = RequestPolicy()
    (policy.underWay, policy.burst) = (4, 1)
    let gate = AdmissionGate(ServiceSlot()) { Loop.start }
    try await admit(gate, policy, opensCeremony: true) {
      try await admit(gate, policy, opensCeremony: true) {
        await #expect(throws: Refusal.self) {
          try await admit(gate, policy, opensCeremony: true) {}
        }
        try await admitNested(2, gate, policy) {
          await #expect(throws: Refusal.self) { try await admit(gate, policy) {} }
        }
      }
    }
  }

  @Test("one place is left for ceremonies to begin where there are few")
  func onePlace() async throws {
    var policy = RequestPolicy()
    (policy.underWay, policy.burst) = (1, 1)
    let gate = AdmissionGate(ServiceSlot()) { Loop.start }
    try await admit(gate, policy, opensCeremony: true) {}
  }

  @Test("what finds a kept place ends no time in which ceremonies found none")
  func burstOfOpenings() async throws {
    var policy = RequestPolicy()
    (policy.underWay, policy.leastUnderWay) = (4, 4)
    let time = Mutex(Loop.start)
    let pass = { (milliseconds: Int) in time.withLock { $0 += .milliseconds(milliseconds) } }
    let gate = AdmissionGate(ServiceSlot()) { time.withLock { $0 } }
    try await admitNested(2, gate, policy) {
      try await admit(gate, policy, opensCeremony: true) {}
      pass(101)
      try await admit(gate, policy) {}
      await #expect(throws: Refusal.self) { try await admit(gate, policy, opensCeremony: true) {} }
    }
  }

  @Test("a burst of other requests begins anew where all places were not taken in between")
  func burstAfterBusy() async throws {
    var policy = RequestPolicy()
    (policy.underWay, policy.leastUnderWay) = (4, 4)
    let time = Mutex(Loop.start)
    let gate = AdmissionGate(ServiceSlot()) { time.withLock { $0 } }
    try await admitNested(2, gate, policy) {
      try await admitNested(3, gate, policy) {}
      time.withLock { $0 += .seconds(1) }
      try await admit(gate, policy) {}
      try await admitNested(3, gate, policy) {}
    }
  }

  @Test("options that take half of the places, and take long, take places away")
  func slowOptions() async throws {
    var policy = RequestPolicy()
    (policy.underWay, policy.leastUnderWay, policy.patience) = (8, 2, .seconds(1000))
    let time = Mutex(Loop.start)
    let pass = { (milliseconds: Int) in time.withLock { $0 += .milliseconds(milliseconds) } }
    let gate = AdmissionGate(ServiceSlot()) { time.withLock { $0 } }
    try await admit(gate, policy) { pass(1) }
    try await admitNested(3, gate, policy) {
      for _ in 0..<100 { try await admit(gate, policy, opensCeremony: true) { pass(1000) } }
    }
    policy.burst = 1
    try await admit(gate, policy) {
      await #expect(throws: Refusal.self) { try await admit(gate, policy, opensCeremony: true) {} }
    }
  }

  @Test("the pace of a loop knows options by their head")
  func pace() {
    let time = Mutex(Loop.start)
    var policy = RequestPolicy()
    policy.leastPerTurn = 2
    let pace = LoopPace { time.withLock { $0 } }
    func turn(_ paths: [String], from network: RequesterNetwork = .local) -> [Bool] {
      defer {
        pace.begin(policy)
        time.withLock { $0 += .milliseconds(101) }
        pace.begin(policy)
      }
      return paths.map {
        pace.take(
          HTTPRequest(method: .post, scheme: nil, authority: nil, path: $0), from: network)
      }
    }
    for _ in 0..<3 { _ = turn(["/sessions", "/sessions/options"]) }
    let paths = ["/sessions/options", "/sessions/options", "/sessions", "/sessions"]
    #expect(turn(paths) == [true, false, true, false])
  }

  @Test("options open a ceremony, whatever stands before and behind their path")
  func openings() {
    func opens(_ path: String) -> Bool {
      HTTPRequest(method: .post, scheme: nil, authority: nil, path: path).opensCeremony
    }
    for path in [
      "/sessions/options", "/bank/actions/transfer/options", "/sessions/options?a=/b",
      "/sessions/options/", "/sessions//options//?a",
    ] {
      #expect(opens(path), "\(path)")
    }
    for path in ["/sessions", "/actions/transfer", "/optionsx", "/x?y=/options", "*", "", "//"] {
      #expect(!opens(path), "\(path)")
    }
  }

  @Test("as many requests are under way as may be, and each gives its place back")
  func places() async throws {
    var policy = RequestPolicy()
    (policy.underWay, policy.burst) = (2, 1)
    let gate = AdmissionGate(ServiceSlot()) { Loop.start }
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

  @Test("a network that has none under way finds half as many places more, and one alone has all")
  func newcomers() async throws {
    var policy = RequestPolicy()
    (policy.underWay, policy.burst) = (2, 1)
    let gate = AdmissionGate(ServiceSlot()) { Loop.start }
    let neighbors = [Self.network(1), Self.network(2)]
    try await admit(gate, policy, from: neighbors[0]) {
      try await admit(gate, policy, from: neighbors[1]) {
        await #expect(throws: Refusal.self) {
          try await admit(gate, policy, from: Self.network(3)) {}
        }
        try await admit(gate, policy) {
          await #expect(throws: Refusal.self) { try await admit(gate, policy) {} }
        }
        try await admit(gate, policy) {}
      }
    }
  }

  @Test("where a queue stands, the first of each network in a turn finds half as much room more")
  func newcomersOfATurn() {
    var loop = Loop()
    loop.overload()
    #expect(loop.turn(1000, lasting: 5) == 950)
    #expect(loop.heads(from: Array(repeating: 1, count: 60) + [2, 2, 3, 1]) == 50 + 2)
  }

  /// A /64 of one /48.
  private static func network(_ number: UInt8) -> RequesterNetwork {
    RequesterNetwork(
      address: [0x20, 1, 0xd, 0xb8, 0, 1, 0, number] + [UInt8](repeating: 0, count: 8))
  }

  @Test("a burst has four times the places for 100 ms, and again a second after the last was shed")
  func burstOfPlaces() async throws {
    var policy = RequestPolicy()
    policy.underWay = 1
    let time = Mutex(Loop.start)
    let pass = { (milliseconds: Int) in time.withLock { $0 += .milliseconds(milliseconds) } }
    let gate = AdmissionGate(ServiceSlot()) { time.withLock { $0 } }
    try await admit(gate, policy) {
      try await admit(gate, policy) {}
      pass(100)
      try await admit(gate, policy) {}
      pass(1)
      await #expect(throws: Refusal.self) { try await admit(gate, policy) {} }
    }
    pass(1000)
    try await admit(gate, policy) {
      await #expect(throws: Refusal.self) { try await admit(gate, policy) {} }
      pass(1001)
      try await admit(gate, policy) {}
    }
    try await admit(gate, policy) {
      pass(1000)
      try await admit(gate, policy) {
        try await admit(gate, policy) {
          try await admit(gate, policy) {
            await #expect(throws: Refusal.self) { try await admit(gate, policy) {} }
          }
        }
      }
    }
  }

  @Test("whoever waits where other limits hold has no place")
  func elsewhere() async throws {
    var policy = RequestPolicy()
    (policy.underWay, policy.burst) = (2, 1)
    let gate = AdmissionGate(ServiceSlot()) { Loop.start }
    try await admit(gate, policy) {
      try await admit(gate, policy) {
        try await admit(gate, policy, elsewhere: 1) {
          await #expect(throws: Refusal.self) { try await admit(gate, policy, elsewhere: 1) {} }
          try await admit(gate, policy, elsewhere: 2) {}
        }
      }
    }
  }

  @Test("an answer that takes long beside those who wait elsewhere takes no place")
  func slowElsewhere() async throws {
    var policy = RequestPolicy()
    (policy.underWay, policy.leastUnderWay, policy.patience) = (8, 2, .seconds(1000))
    for (elsewhere, places) in [(7, 8), (0, 2)] {
      let time = Mutex(Loop.start)
      let pass = { (milliseconds: Int) in time.withLock { $0 += .milliseconds(milliseconds) } }
      let gate = AdmissionGate(ServiceSlot()) { time.withLock { $0 } }
      try await admit(gate, policy) { pass(1) }
      try await admitNested(7, gate, policy) {
        for _ in 0..<100 {
          try await admit(gate, policy, elsewhere: elsewhere) { pass(1000) }
        }
      }
      var ofNoBurst = policy
      ofNoBurst.burst = 1
      try await admitNested(places, gate, ofNoBurst) {
        await #expect(throws: Refusal.self, "elsewhere: \(elsewhere)") {
          try await admit(gate, ofNoBurst) {}
        }
      }
    }
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
    _ gate: AdmissionGate, _ policy: RequestPolicy, from network: RequesterNetwork = .local,
    opensCeremony: Bool = false, elsewhere: Int = 0, _ serve: () async throws -> Void
  ) async throws {
    try await gate.admit(
      policy, from: network, nil, opensCeremony: opensCeremony, elsewhere: elsewhere, Self.quiet,
      serve)
  }

  /// Serves requests within each other, and a body in the last of them.
  private func admitNested(
    _ count: Int, _ gate: AdmissionGate, _ policy: RequestPolicy, _ body: () async throws -> Void
  ) async throws {
    guard count > 0 else { return try await body() }
    try await admit(gate, policy) { try await admitNested(count - 1, gate, policy, body) }
  }

  private func shed(_ spell: inout OverloadSpell, _ count: Int, at seconds: Int) -> [Int64] {
    (0..<count).map { _ in
      _ = spell.shed(at: Loop.start + .seconds(seconds))
      return spell.retryAfterSeconds
    }
  }
}

/// A loop in a time of its own.
private struct Loop {
  static let start = ContinuousClock.now
  private var now = start
  private var turns = LoopTurns(at: start)

  /// Goes through a turn; the next one follows at once.
  ///
  /// - Parameters:
  ///   - count: The requests that come, each in two parts.
  ///   - milliseconds: The time until the last of them begins.
  ///   - openings: So many of them, the first ones, open a ceremony.
  /// - Returns: How many of them are shed.
  mutating func turn(
    _ count: Int, lasting milliseconds: Int, openingBefore openings: Int = 0
  ) -> Int {
    let shed = take(count, openingBefore: openings)
    turns.begin(at: now, RequestPolicy())
    pass(milliseconds)
    turns.begin(at: now, RequestPolicy())
    return shed
  }

  /// Takes heads of requests, and nothing that follows them.
  ///
  /// - Returns: How many of them are shed.
  mutating func takeHeads(_ count: Int) -> Int {
    (0..<count).count { _ in
      turns.take { now }
      return !turns.admit(opensCeremony: false, from: .local) { now }
    }
  }

  /// Takes heads of requests of several networks.
  ///
  /// - Returns: How many of them are served.
  mutating func heads(from networks: [UInt8]) -> Int {
    networks.count { network in
      turns.take { now }
      return turns.admit(
        opensCeremony: false, from: RequesterNetwork(address: [192, 0, 2, network])
      ) { now }
    }
  }

  /// Takes requests that are answered without beginning, as pages are.
  mutating func answer(_ count: Int) {
    _ = take(count)
    turns.answer()
  }

  /// Has a queue stand, with room for 50 requests in a turn.
  mutating func overload() {
    for _ in 0..<3 { _ = turn(1000, lasting: 100) }
  }

  mutating func pass(_ milliseconds: Int) { now += .milliseconds(milliseconds) }

  private mutating func take(_ count: Int, openingBefore openings: Int = 0) -> Int {
    var shed = 0
    for index in 0..<count {
      turns.take { now }
      if !turns.admit(opensCeremony: index < openings, from: .local, { now }) { shed += 1 }
      turns.take { now }
    }
    return shed
  }
}
