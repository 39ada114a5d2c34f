import ArgumentParser
import CountersignService
import WireModel

/// `countersign service-key create`.
struct ServiceKeyCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Make a service key, and print it this once.",
    discussion: """
      The key is all that the standard output holds.

      Example:
        countersign service-key create --scope sessions,transactions --name shop > shop-key
      """)

  @OptionGroup var options: ServiceKeyOptions
  @Option(
    help: ArgumentHelp(
      "What it is for: sessions, transactions, admin; several with commas.", valueName: "scopes"))
  var scope: String
  @Option(help: "What it is called, to tell it from others.")
  var name = "host"

  func run() async throws {
    var scopes: Set<ServiceScope> = []
    for word in scope.split(separator: ",", omittingEmptySubsequences: false) {
      guard let scope = ServiceScope(rawValue: String(word)) else {
        throw CommandFailure(
          .wrongUse, "no scope is called \(word)",
          hint: "use \(ServiceScope.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      scopes.insert(scope)
    }
    switch try await options.run({ try await $0.create(name: name, scopes: scopes) }) {
    case .success(let key): Console.print(key.exposed)
    case .failure(let refusal): throw CommandFailure(.wrongUse, refusal.detail)
    }
  }
}
