import ArgumentParser
import CountersignCore

/// `countersign event retry`.
struct EventRetryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Have every event that was given up tried again.",
    discussion: """
      Example:
        countersign event retry --data ./data
      """)

  @OptionGroup var store: StoreOptions

  func run() async throws {
    let count = try await store.administerEvents { try await $0.retry() }
    Console.print("tried again: \(count)")
  }
}
