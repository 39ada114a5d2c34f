import CountersignTesting
import Foundation
import Testing

/// Random sequences of calls of three accounts, two hosts, a stranger and a thief of one factor.
///
/// `make verify STEPS=sequences` plays a million; COUNTERSIGN_SEQUENCE_CALLS sets another count.
@Suite("Sequences of calls", .serialized)
struct SequenceTests {
  // Holds: ASVS-2.3.1
  @Test("no sequence of calls breaks a rule, and each kind of call is both done and refused")
  func sequences() async throws {
    if let text = Setting.sequence.text {
      let calls = text.split(separator: Character(" ")).compactMap { Call(String($0)) }
      return try await play(calls, Setting.number)
    }
    var run = SequenceRun()
    let wanted = Setting.calls
    let first = Setting.number
    var number = first
    repeat {
      let calls = Call.sequence(seed: number, length: SequenceRun.length)
      if let failure = try await run.play(calls, number: number) {
        Issue.record("\(try await SequenceRun.report(failure, number: number))")
        return
      }
      number += 1
    } while run.calls < wanted
    let drawn = UInt64.random(in: .min ... .max)
    let calls = Call.sequence(seed: drawn, length: SequenceRun.length)
    if let failure = try await run.play(calls, number: drawn) {
      Issue.record("\(try await SequenceRun.report(failure, number: drawn))")
      return
    }
    let played = "\(run.calls) calls of sequences \(first) to \(number - 1) and \(drawn)"
    print("\(played) broke no rule\n\(run.summary)")
    #expect(run.uncovered == [])
  }

  private func play(_ calls: [Call], _ number: UInt64) async throws {
    var run = SequenceRun()
    guard let failure = try await run.play(calls, number: number) else { return }
    Issue.record("\(failure.violation)\n  \(failure.story.joined(separator: "\n  "))")
  }

  @Test("a call is read as it is printed")
  func form() {
    for call in Call.sequence(seed: 1, length: 500) { #expect(Call("\(call)") == call) }
    #expect(Call("ada.sendMoney") == nil && Call("eve.sendMoney.1") == nil)
  }

  @Test("the same number gives the same calls, and another one others")
  func repeats() {
    #expect(Call.sequence(seed: 7, length: 50) == Call.sequence(seed: 7, length: 50))
    #expect(Call.sequence(seed: 7, length: 50) != Call.sequence(seed: 8, length: 50))
  }

  @Test("a sequence is shortened to the calls that it takes")
  func shortest() async throws {
    let calls = Call.sequence(seed: 3, length: 120)
    let needed = [calls[11], calls[70], calls[71]]
    let shrinker = Shrinker { rest in
      var left = needed[...]
      for call in rest where call == left.first { left.removeFirst() }
      return left.isEmpty
    }
    #expect(try await shrinker.shortest(of: calls) == needed)
  }
}

/// What the environment says of a run.
private enum Setting: String {
  case sequence = "COUNTERSIGN_SEQUENCE"
  case countText = "COUNTERSIGN_SEQUENCE_CALLS"
  case numberText = "COUNTERSIGN_SEQUENCE_NUMBER"

  var text: String? { ProcessInfo.processInfo.environment[rawValue] }

  static var calls: Int { countText.text.flatMap(Int.init) ?? 10_000 }
  static var number: UInt64 { numberText.text.flatMap(UInt64.init) ?? 1 }
}
