import Foundation
import Testing

@Suite("docs/clients.md")
struct ClientTableTests {
  @Test("its table of cases and clients is the conformance suite's list")
  func table() throws {
    let document = try String(
      contentsOf: JVMClasses.root.appending(path: "docs/clients.md"), encoding: .utf8)
    let rows = document.split(separator: "\n").map(String.init).filter { $0.hasPrefix("| `") }
    #expect(rows == ConformanceCase.allCases.map(Self.row))
  }

  private static func row(_ conformanceCase: ConformanceCase) -> String {
    let cells = ClientKind.allCases.map { cell($0.claim(on: conformanceCase)) }
    return "| `\(conformanceCase.rawValue)` | \(conformanceCase.sentence) | "
      + cells.joined(separator: " | ") + " |"
  }

  private static func cell(_ claim: ClientKind.Claim) -> String {
    switch claim {
    case .holds: "yes"
    case .notTold(let what): "in part: \(what)"
    case .notMet(let why): "no: \(why)"
    case .notThere(let why): "nothing to test: \(why)"
    }
  }
}
