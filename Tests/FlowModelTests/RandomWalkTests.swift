import Testing

@testable import FlowModel

@Suite("The flow under chance")
struct RandomWalkTests {
  // Holds: ASVS-2.3.1
  @Test("a random walk of a million events finds no state outside the rules")
  func longWalk() throws {
    let walk = try #require(try walked(seed: 20_260_101, events: 1_000_000))
    // A walk that never gets anywhere would prove nothing: every ending, every question of every
    // flow.
    let kinds = [
      "done", "cancelled", "denied", "triesUsedUp", "network", "timeout", "serverValidation",
      "secondFactorBlocked", "transactionExpired", "transactionAlreadyReviewed", "sessionExpired",
      "accountMissing", "outcomeUnknown", "notAllowed", "deviceUnable", "unknown",
    ]
    let types = FlowType.allCases.flatMap { ["\($0.rawValue) DONE", "\($0.rawValue) ERROR"] }
    #expect(walk.rules.endings == Set(kinds + types))
    let questions = WalkRules.possible.flatMap { type, interactions in
      interactions.map { "\(type.rawValue) \($0.rawValue)" }
    }
    #expect(walk.rules.interactions == Set(questions))
    #expect(walk.rules.values.seen.count == 39)
    for (field, values) in walk.rules.values.seen {
      #expect(values.count > 1, "\(field) is always \(values)")
    }
    for type in FlowType.allCases {
      #expect(walk.rules.effects[type] == WalkRules.wanted[type], "\(type.rawValue)")
    }
  }

  @Test("so does a walk from a seed of its own each time")
  func freshWalk() throws {
    _ = try walked(seed: .random(in: 0...UInt64.max), events: 50_000)
  }

  @Test("a top-up wants nothing that the flow manager does not do yet")
  func topUpWalk() throws {
    let walk = try #require(
      try walked(seed: .random(in: 0...UInt64.max), events: 50_000, topUpOnly: true))
    #expect(walk.rules.endings.isSuperset(of: ["done", "denied", "outcomeUnknown"]))
  }

  @Test("a trace that breaks a rule is shortened to what breaks it")
  func tracesAreShortened() {
    // The rule is planted: nothing may be cancelled while a person is asked.
    func broken(_ commands: [WalkCommand]) -> Bool {
      var walk = Walk(topUpOnly: true)
      return commands.contains { command in
        let wasAsked = walk.flow?.phase == .waitForInput
        _ = walk.perform(command)
        return wasAsked && walk.flow?.error == .cancelled
      }
    }
    var chance = Chance(seed: 7)
    var walk = Walk(topUpOnly: true)
    var commands: [WalkCommand] = []
    for _ in 0..<2_000 {
      let command = WalkCommand(&chance, walk.flow?.phase)
      commands.append(command)
      _ = walk.perform(command)
    }
    #expect(broken(commands))
    let short = shortest(commands, where: broken)
    #expect(broken(short))
    // Start, nothing open, a challenge where there is one, cancel.
    #expect((3...4).contains(short.count))
  }

  /// A walk; nil, and an issue with the seed and the shortest trace, where it broke a rule.
  private func walked(
    seed: UInt64, events: Int, topUpOnly: Bool = false
  ) throws -> Walk? {
    var chance = Chance(seed: seed)
    var walk = Walk(topUpOnly: topUpOnly)
    // A trace goes back to the start of the flow before the present one.
    var trace: [WalkCommand] = []
    var earlier: [WalkCommand] = []
    for number in 0..<events {
      let command = WalkCommand(&chance, walk.flow?.phase)
      if case .start = command, walk.flow?.isFinal != false {
        earlier = trace
        trace = []
      }
      trace.append(command)
      guard let problem = walk.perform(command) else { continue }
      let short = shortest(earlier + trace) { commands in
        var walk = Walk(topUpOnly: topUpOnly)
        return commands.contains { walk.perform($0) == problem }
      }
      Issue.record(
        "seed \(seed), event \(number): \(problem)\n\(retold(short, topUpOnly: topUpOnly))")
      return nil
    }
    return walk
  }

  /// The trace with all left out that it breaks the rule without.
  private func shortest(
    _ commands: [WalkCommand], where broken: ([WalkCommand]) -> Bool
  ) -> [WalkCommand] {
    var short = commands
    var width = max(1, short.count / 2)
    while true {
      var index = 0
      var isShorter = false
      while index < short.count {
        var candidate = short
        candidate.removeSubrange(index..<min(index + width, short.count))
        if broken(candidate) {
          short = candidate
          isShorter = true
        } else {
          index += width
        }
      }
      if width == 1, !isShorter { return short }
      width = max(1, width / 2)
    }
  }

  /// What happens in a trace, one state a line.
  private func retold(_ commands: [WalkCommand], topUpOnly: Bool) -> String {
    var walk = Walk(topUpOnly: topUpOnly)
    return commands.map { command in
      _ = walk.perform(command)
      let place =
        switch walk.state {
        case .active(_, let step): step.text
        case .idle, .finished: walk.flow?.error?.kind ?? walk.flow?.phase.rawValue ?? "idle"
        }
      return "  \(command): \(walk.flow?.type.rawValue ?? "") \(place)"
    }.joined(separator: "\n")
  }
}
