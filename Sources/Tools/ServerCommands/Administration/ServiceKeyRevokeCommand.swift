import ArgumentParser
import CountersignCore

/// `countersign service-key revoke`.
struct ServiceKeyRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Revoke a service key; its next request is refused.",
    discussion: """
      Example:
        countersign service-key revoke key_5f3a0c1d2e4b --data ./data
      """)

  @OptionGroup var options: ServiceKeyOptions
  @Argument(help: "The key's id, as list shows it.")
  var id: String

  func run() async throws {
    let outcome = try await options.run { try await $0.revoke(ServiceKeyID(id)) }
    if case .failure(let refusal) = outcome {
      throw CommandFailure(
        .refused, refusal.detail, hint: "countersign service-key list shows those in use")
    }
    Console.print("revoked \(id)")
  }
}
