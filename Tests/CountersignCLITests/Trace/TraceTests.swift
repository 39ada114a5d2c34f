import CountersignClient
import Foundation
import Testing
import WebAuthnModel

@testable import TraceCommands

@Suite("The sequence diagrams against recorded runs through the real router")
struct TraceTests {
  @Test("each branch of each diagram is what its run records", arguments: Way.all)
  func branchHolds(way: Way) async throws {
    let messages = try await TraceRun(diagram: way.diagram, branch: way.branch).messages()
    let drawn = try Self.drawn(way.diagram.rawValue)
    let pairs = messages.map { "\($0.from.rawValue) → \($0.to.rawValue)" }
    #expect(
      drawn.holds(pairs, for: way.branch.rawValue),
      """
      \(way): recorded
      \(messages.map { "\($0.from.rawValue) → \($0.to.rawValue): \($0.text)" }
        .joined(separator: "\n"))
      expected
      \(drawn.parts(of: way.branch.rawValue).map { "\($0)" }.joined(separator: "\n"))
      """)
    #expect(
      Set(way.diagram.participants.map(\.0.rawValue))
        == drawn.participants.subtracting(["Screen", "Final"]))
  }

  @Test("a row more, a row less, another order and a loop without a turn are told apart")
  func comparisonIsStrict() throws {
    let drawn = try Self.drawn("new-version")
    let opening = [
      "User → RHPRHP", "User → RHPRHP", "RHPRHP → MFACTX", "MFACTX → SC", "SC → MFACTX",
      "MFACTX → Server", "Server → MFACTX", "MFACTX → MFACTX", "MFACTX → Module",
    ]
    let turn = [
      "Module → MFACTX", "MFACTX → RHPRHP", "User → RHPRHP", "RHPRHP → MFACTX",
      "MFACTX → Module", "Module → Server", "Server → Module",
    ]
    let closing = ["Module → MFACTX", "MFACTX → RHPRHP"]
    #expect(drawn.holds(opening + turn + closing, for: "configured"))
    #expect(drawn.holds(opening + turn + turn + closing, for: "configured"))
    #expect(!drawn.holds(opening + closing, for: "configured"))
    #expect(!drawn.holds(opening + turn + turn.suffix(2) + closing, for: "configured"))
    for index in opening.indices {
      var fewer = opening
      fewer.remove(at: index)
      #expect(!drawn.holds(fewer + turn + closing, for: "configured"))
      #expect(!drawn.holds(opening + [opening[index]] + turn + closing, for: "configured"))
    }
    #expect(!drawn.holds(opening.reversed() + turn + closing, for: "configured"))
    #expect(!drawn.holds(opening + turn + closing, for: "not-configured"))
    #expect(!drawn.holds(opening + turn + closing, for: "infeasible"))
  }

  @Test("a trace is printed as Mermaid and as JSON in the form of the diagrams")
  func printed() async throws {
    let diagram = TraceDiagram.testBiometricsOTP
    let messages = try await TraceRun(diagram: diagram, branch: .right).messages()
    let text = TraceText(diagram: diagram, messages: messages)
    #expect(text.mermaid.hasPrefix("sequenceDiagram\n    participant Server as Auth\n"))
    #expect(text.mermaid.contains("    Module->>Server: POST /actions/{scenario}\n"))
    let again = try DrawnDiagram(JSONValue(parsing: text.json.serialized()))
    #expect(again.name == diagram.rawValue)
    #expect(again.rows.count == messages.count)
  }

  @Test("docs/pictures/trace.mmd is what a run records today, and trace.svg shows each message")
  func pictureIsTheRuns() async throws {
    let diagram = TraceDiagram.newVersion
    let messages = try await TraceRun(diagram: diagram, branch: .configured).messages()
    let text = TraceText(diagram: diagram, messages: messages)
    let kept = try String(contentsOf: Self.picture("trace.mmd"), encoding: .utf8)
    #expect(kept == text.mermaid + "\n", "the run has changed: run Scripts/draw-trace")
    let picture = try String(contentsOf: Self.picture("trace.svg"), encoding: .utf8)
    for message in messages {
      #expect(picture.contains(">\(message.text)<"), "run Scripts/draw-trace")
    }
  }

  private static func picture(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/pictures/\(name)")
  }

  private static func drawn(_ name: String) throws -> DrawnDiagram {
    let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "Fixtures/\(name).json")
    return try DrawnDiagram(JSONValue(parsing: Array(Data(contentsOf: file))))
  }
}

/// One branch of one diagram.
struct Way: Sendable, CustomTestStringConvertible {
  let diagram: TraceDiagram
  let branch: TraceDiagram.Branch

  static let all = TraceDiagram.allCases.flatMap { diagram in
    diagram.branches.map { Way(diagram: diagram, branch: $0) }
  }

  var testDescription: String { "\(diagram.rawValue) \(branch.rawValue)" }
}
