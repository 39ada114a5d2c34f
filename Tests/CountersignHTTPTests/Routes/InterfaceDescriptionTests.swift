import CountersignCore
import CountersignHTTP
import Testing
import WireModel

@Suite("The description of the interface")
struct InterfaceDescriptionTests {
  @Test("every component that it refers to is there")
  func references() throws {
    let text = try InterfaceDescription().text
    var there: Set<String> = []
    var section = ""
    for line in text.split(separator: "\n").drop(while: { $0 != "components:" }) {
      if let match = line.wholeMatch(of: /\ \ (\w+):/) { section = String(match.1) }
      if let match = line.wholeMatch(of: /\ {4}(\w+):.*/) { there.insert("\(section)/\(match.1)") }
    }
    let named = Set(text.matches(of: /#\/components\/(\w+\/\w+)"/).map { String($0.1) })
    #expect(named.count > 100)
    #expect(named.subtracting(there) == [])
  }

  @Test("the server's own speaks of no module")
  func alone() throws {
    let text = try InterfaceDescription().text
    #expect(text.firstMatch(of: /(?i)airtime|top-?up|wallet/) == nil)
  }

  @Test("maps are joined, and items stand behind those that are there")
  func joins() throws {
    let part = """
      # A comment.
      components:
        schemas:
          Reason:
            enum:
              - gate_shut
          Gate:
            type: object
      paths:
        /gates:
          get:
            description: |
              One paragraph.

              Another.
      """
    let text = try InterfaceDescription(of: [Described(part)]).text
    #expect(text.contains("\n        - internal_error\n        - gate_shut\n      x-meanings:\n"))
    #expect(text.contains("\n    Gate:\n      type: object\nwebhooks:\n"))
    #expect(text.contains("\n        One paragraph.\n\n        Another.\ncomponents:\n"))
    #expect(!text.contains("A comment."))
  }

  @Test(
    "a part that says something anew, or in another form, is a clash",
    arguments: [
      "openapi: 3.0.0", "info:\n  title: Mine", "paths:\n  /accounts:\n    post: {}",
      "paths:\n    /gates:\n      get: {}", "paths:\n  - /gates", "  paths:\n    /gates: {}",
      "components:\n  schemas:\n    Reason:\n      enum:\n        gate_shut: yes",
    ])
  func clashes(_ part: String) {
    #expect(throws: ModuleClash.self) { try InterfaceDescription(of: [Described(part)]) }
  }

  @Test("two modules that describe one route clash")
  func twice() {
    let part = "paths:\n  /gates:\n    get:\n      summary: Gates"
    #expect(throws: ModuleClash.self) {
      try InterfaceDescription(of: [Described(part), Described(part)])
    }
  }
}

/// A module that describes something, and has nothing else.
private struct Described: RoutedModule {
  let name = "described"
  let schema = Schema(owner: "described", steps: [])
  let scenarios: [ScenarioPolicy] = []
  let routes: [RouteHandler] = []
  let interface: String

  init(_ interface: String) { self.interface = interface }

  func parts(on ground: ModuleGround) -> any ModuleParts { NoParts() }
}
