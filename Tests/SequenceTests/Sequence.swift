import CountersignCore
import CountersignTesting

/// Sequences that are played, and what they covered.
struct SequenceRun {
  /// How often each move was done, and how often refused.
  private(set) var done: [Move: Int] = [:]
  private(set) var refused: [Move: Int] = [:]
  /// The grounds on which factors were stored.
  private(set) var grounds: [Ground: Int] = [:]
  /// What the thief had got.
  private(set) var thefts: [Theft.Kind: Int] = [:]
  /// Calls that were played; those that were skipped are none.
  private(set) var calls = 0

  /// The calls of one sequence.
  static let length = 250

  /// A sequence that broke a rule.
  struct Failure: Error {
    let violation: Violation
    /// The calls up to the one that broke it.
    let calls: [Call]
    let story: [String]
  }

  /// Plays calls on a service of their own.
  ///
  /// - Returns: The failure; nil where no rule was broken.
  mutating func play(_ calls: [Call], number: UInt64) async throws -> Failure? {
    let stage = try await Stage(seed: number)
    var player = Player(stage)
    for (place, call) in calls.enumerated() {
      do {
        note(call.move, try await player.play(call))
      } catch {
        return Failure(
          violation: error, calls: Array(calls[...place]), story: player.story)
      }
    }
    if let theft = player.world.theft { thefts[theft.kind, default: 0] += 1 }
    grounds.merge(player.grounds) { $0 + $1 }
    guard let fault = try await stage.harness.fault() else { return nil }
    return Failure(violation: Violation(.money, fault), calls: calls, story: player.story)
  }

  private mutating func note(_ move: Move, _ outcome: Player.Outcome) {
    switch outcome {
    case .done: done[move, default: 0] += 1
    case .refused: refused[move, default: 0] += 1
    case .skipped: return
    }
    calls += 1
  }

  /// Moves that were never done, or never refused though the service answers them; after many calls
  /// the grounds and thefts that never were, too, some of which are rare.
  var uncovered: [String] {
    let rare =
      Ground.allCases.filter { grounds[$0] == nil }.map { "no factor came by \($0)" }
      + Theft.Kind.allCases.filter { thefts[$0] == nil }.map { "no \($0) was stolen" }
    return Move.allCases.filter { done[$0] == nil }.map { "\($0) was never done" }
      + Move.allCases.filter { $0.isAnswered && refused[$0] == nil }
      .map { "\($0) was never refused" } + (calls < 100_000 ? [] : rare)
  }

  /// How often each move was done and refused, for whoever looks whether a run was worth it.
  var summary: String {
    let moves = Move.allCases.map { "\($0) \(done[$0] ?? 0)/\(refused[$0] ?? 0)" }
    let ways = Ground.allCases.map { "\($0) \(grounds[$0] ?? 0)" }
    let stolen = Theft.Kind.allCases.map { "\($0) \(thefts[$0] ?? 0)" }
    return """
      done/refused: \(moves.joined(separator: ", "))
      grounds: \(ways.joined(separator: ", ")); thefts: \(stolen.joined(separator: ", "))
      """
  }

  /// What a failure prints: the rule, the number, the shortest calls that break it, and how to play
  /// them again.
  static func report(_ failure: Failure, number: UInt64) async throws -> String {
    let rule = failure.violation.rule
    let shrinker = Shrinker { calls in
      var run = SequenceRun()
      return try await run.play(calls, number: number)?.violation.rule == rule
    }
    let shortest = try await shrinker.shortest(of: failure.calls)
    var again = SequenceRun()
    let last = try await again.play(shortest, number: number)
    return """
      \(last?.violation ?? failure.violation)
      sequence \(number) broke it with call \(failure.calls.count); \(shortest.count) calls do:
        \((last?.story ?? failure.story).joined(separator: "\n  "))
      to play all of it: COUNTERSIGN_SEQUENCE_NUMBER=\(number) make verify STEPS=sequences
      to play these: COUNTERSIGN_SEQUENCE='\(shortest.map(\.description).joined(separator: " "))' \
      COUNTERSIGN_SEQUENCE_NUMBER=\(number) make verify STEPS=sequences
      """
  }
}

/// Finds a short sequence that breaks the same rule as a long one.
///
/// Takes parts away for as long as what is left breaks the rule still: halves first, then ever
/// smaller parts, down to single calls (delta debugging, Zeller and Hildebrandt).
struct Shrinker {
  /// Whether calls break the rule.
  let breaks: ([Call]) async throws -> Bool
  /// The most sequences that are tried.
  var mostTries = 600

  /// The calls without all that is not needed.
  func shortest(of calls: [Call]) async throws -> [Call] {
    var (kept, size, tries) = (calls, max(calls.count / 2, 1), 0)
    while tries < mostTries {
      var isShorter = false
      var start = 0
      while start < kept.count, tries < mostTries {
        var rest = kept
        rest.removeSubrange(start..<min(start + size, kept.count))
        tries += 1
        if try await breaks(rest) {
          (kept, isShorter) = (rest, true)
        } else {
          start += size
        }
      }
      if size == 1, !isShorter { return kept }
      size = isShorter && size == 1 ? 1 : max(size / 2, 1)
    }
    return kept
  }
}
