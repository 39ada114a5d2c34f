import ArgumentParser
import CountersignCore
import WireModel

/// `countersign service-key list`.
struct ServiceKeyListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the service keys, without the keys themselves.",
    discussion: """
      Example:
        countersign service-key list --data ./data
      """)

  @OptionGroup var options: ServiceKeyOptions

  func run() async throws {
    for key in try await options.run({ try await $0.list() }) {
      let scopes = key.scopes.map(\.rawValue).sorted().joined(separator: ",")
      let state = key.revokedAt.map { "revoked \($0.rfc3339)" } ?? "in use"
      Console.print("\(key.id)  \(scopes)  \(state)  made \(key.createdAt.rfc3339)  \(key.name)")
    }
  }
}
