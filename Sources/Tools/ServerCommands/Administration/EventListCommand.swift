import ArgumentParser
import CountersignCore

/// `countersign event list`.
struct EventListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the events that no host has taken, given up ones first.",
    discussion: """
      Example:
        countersign event list --data ./data
      """)

  @OptionGroup var store: StoreOptions

  func run() async throws {
    for event in try await store.administerEvents({ try await $0.undelivered() }) {
      let state = event.givenUpAt.map { "given up \($0.rfc3339)" } ?? "tried again"
      Console.print("\(event.id)  \(state)  tries \(event.attempts)")
    }
  }
}
