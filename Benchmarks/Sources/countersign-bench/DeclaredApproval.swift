import CountersignServer
import ServerCommands
import ToolSupport
import WebAuthnModel
import WireModel

/// The approval that any host asks for: linked options, then the action of a declared scenario with
/// the assertion.
struct DeclaredApproval: Benchmark {
  let name = "approval"
  let calls = [
    BenchCall("options", .linkedOptions),
    BenchCall("action", .performAction, parameters: ["scenario": Self.scenario.text]),
  ]
  let modules: [any Module] = []
  let serveOptions: [String] = []

  var rows: BenchRows {
    BenchRows(PackageResources.rows_sql) { row in
      [
        "details": .text(
          """
          {"operation":"op_\(row.identifier())","proof":"assertion","linked":true,\
          "amount":"12.50","currency":"EUR"}
          """)
      ]
    }
  }

  func approve(by person: some BenchPerson) async throws {
    let request = LinkedOptionsRequest(scenario: Self.scenario, payload: Self.payload)
    let linked = try LinkedOptions(json: try await person.call(0, request.json))
    let assertion = try person.sign(linked.options)
    _ = try await person.call(
      1, ActionRequest(payload: Self.payload, proof: .assertion(assertion)).json)
  }

  /// The file of `serve --scenarios` that declares the scenario.
  static var file: [UInt8] { PackageResources.scenarios_yaml }

  /// The scenario as the file declares it.
  static func declared() throws -> DeclaredScenario {
    guard let declared = ScenarioFile.scenarios(in: file)?.first else {
      throw CommandFailure(.environment, "the benchmark's scenario is none")
    }
    return declared
  }

  private static let scenario = ScenarioName("PAY_INVOICE")
  private static let payload: JSONValue = [
    "amount": "12.50", "account": "DE89370400440532013000", "payee": "Order desk",
    "reference": "Invoice 17",
  ]
}
