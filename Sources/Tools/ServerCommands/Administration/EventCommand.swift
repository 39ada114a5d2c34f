package import ArgumentParser
import CountersignCore
import CountersignSQLite
import ToolSupport

/// `countersign event`: what a host was not told.
package struct EventCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "event", abstract: "List the events that a host has not taken, and retry them.",
      discussion: """
        Works on the server's folder, whether or not the server runs.

        Example:
          countersign event list --data ./data
        """,
      subcommands: [EventListCommand<Modules>.self, EventRetryCommand<Modules>.self])
  }

  package init() {}
}

extension StoreOptions {
  /// Runs a command on the store's events, and closes the store.
  func administerEvents<Outcome>(
    _ body: (HostEventAdministration) async throws -> Outcome
  ) async throws -> Outcome {
    _ = try presentDatabaseFile()
    let opened = try open()
    let outcome: Result<Outcome, any Error>
    do {
      outcome = .success(try await body(HostEventAdministration(store: opened)))
    } catch {
      outcome = .failure(error)
    }
    try await opened.close()
    return try outcome.get()
  }
}

/// `countersign event list`.
struct EventListCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: "List the events that no host has taken, given up ones first.",
      discussion: """
        Example:
          countersign event list --data ./data
        """)
  }

  @OptionGroup var store: StoreOptions<Modules>

  func run() async throws {
    for event in try await store.administerEvents({ try await $0.undelivered() }) {
      let state = event.givenUpAt.map { "given up \($0.rfc3339)" } ?? "tried again"
      Console.print("\(event.id)  \(state)  tries \(event.attempts)")
    }
  }
}

/// `countersign event retry`.
struct EventRetryCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "retry", abstract: "Have every event that was given up tried again.",
      discussion: """
        Example:
          countersign event retry --data ./data
        """)
  }

  @OptionGroup var store: StoreOptions<Modules>

  func run() async throws {
    let count = try await store.administerEvents { try await $0.retry() }
    Console.print("tried again: \(count)")
  }
}
