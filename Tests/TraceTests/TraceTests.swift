import CountersignClient
import Foundation
import ProgramTesting
import Testing
import WebAuthnModel

@testable import TraceTesting

@Suite("The sequence diagrams against recorded runs through the real router")
struct TraceTests {
  @Test("each branch of each diagram is what its run records", arguments: Way.all)
  func branchHolds(way: Way) async throws {
    let messages = try await TraceRun(diagram: way.diagram, branch: way.branch).messages()
    let drawn = try Self.drawn(way.diagram.rawValue)
    #expect(
      drawn.holds(messages.map(DrawnDiagram.Recorded.init), for: way.branch.rawValue),
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

  @Test("another text of any row is not what is drawn", arguments: Way.all)
  func textsCount(way: Way) async throws {
    let messages = try await TraceRun(diagram: way.diagram, branch: way.branch).messages()
    let drawn = try Self.drawn(way.diagram.rawValue)
    let recorded = messages.map(DrawnDiagram.Recorded.init)
    for index in recorded.indices {
      let row = recorded[index]
      // What some other row says, so that it is a text of a trace, but not of this row.
      for text in Set(recorded.map(\.text) + ["nothing"]).subtracting([row.text]) {
        var changed = recorded
        changed[index] = DrawnDiagram.Recorded(from: row.from, to: row.to, text: text)
        let holds = drawn.holds(changed, for: way.branch.rawValue)
        #expect(!holds, "\(way): \(row.pair): \(row.text) may be \(text)")
      }
    }
  }

  @Test("a row more, a row less, another order and a loop without a turn are told apart")
  func comparisonIsStrict() throws {
    let drawn = try Self.drawn("new-version")
    let opening = Self.rows([
      ("User", "RHPRHP", "Navigate to the screen with its parameters"),
      ("User", "RHPRHP", "Take action: Authorize"),
      ("RHPRHP", "MFACTX", "Run the process method with AUTHORIZE_TRANSACTION and its payload"),
      ("MFACTX", "SC", "Read AUTHORIZE_TRANSACTION"), ("SC", "MFACTX", "biometricsWithFallback"),
      ("MFACTX", "Server", "POST /actions/{scenario}/options"), ("Server", "MFACTX", "200"),
      ("MFACTX", "MFACTX", "Determine whether the flow can be executed"),
      ("MFACTX", "Module", "Pass scenario, params and challenge to the biometrics module"),
    ])
    let turn = Self.rows([
      ("Module", "MFACTX", "Pass the required factor: BIOMETRICS"),
      ("MFACTX", "RHPRHP", "Navigate to the BIOMETRICS screen"),
      ("User", "RHPRHP", "Submit biometrics"), ("RHPRHP", "MFACTX", "Pass biometrics"),
      ("MFACTX", "Module", "Pass biometrics"),
      ("Module", "Server", "POST /transactions/{id}/approve"), ("Server", "Module", "200"),
    ])
    let closing = Self.rows([
      ("Module", "MFACTX", "Decision: accepted"),
      ("MFACTX", "RHPRHP", "Navigate to the success screen"),
    ])
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
    #expect(text.mermaid.contains("    participant Module as FallbackModule\n"))
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

  @Test("the help says what is traced, and how")
  func help() async throws {
    let help = try await Self.run(["--help"]).output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for words in [
      "sequence diagram", "Mermaid", "not-configured (a key is made on the way)",
      "example: countersign-trace new-version --branch not-configured",
    ] { #expect(help.contains(words), "\(words)") }
  }

  @Test("a diagram that there is not suggests the nearest")
  func unknownDiagram() async throws {
    let traced = try await Self.run(["new-verson"])
    #expect(traced.status == 2)
    #expect(traced.errors.contains("hint: did you mean new-version?"), "\(traced.errors)")
  }

  private static func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
    try await BuiltProgram.run(arguments, program: BuiltProgram.named("countersign-trace"))
  }

  private static func rows(_ rows: [(String, String, String)]) -> [DrawnDiagram.Recorded] {
    rows.map { DrawnDiagram.Recorded(from: $0.0, to: $0.1, text: $0.2) }
  }

  private static func picture(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "docs/pictures/\(name)")
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

extension DrawnDiagram.Recorded {
  fileprivate init(_ message: TraceMessage) {
    self.init(from: message.from.rawValue, to: message.to.rawValue, text: message.text)
  }
}
