package import ArgumentParser
import CountersignCore
import ToolSupport
import WebAuthnModel

/// `countersign event`: what hosts were not told.
package struct EventCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "event", abstract: "List the events that hosts have not taken, and retry them.",
      discussion: """
        Works on the server's folder, whether or not the server runs.

        Example:
          countersign event list --data ./data
        """,
      subcommands: [EventListCommand<Modules>.self, EventRetryCommand<Modules>.self])
  }

  package init() {}
}

extension KeyedStoreOptions {
  /// Runs a command on the store's events.
  func administerEvents<Outcome>(
    _ body: (HostEventAdministration) async throws -> Decision<Outcome>
  ) async throws -> Outcome {
    let outcome = try await openDatabase { database, _ in
      try await body(HostEventAdministration(store: database.store, clock: database.clock))
    }
    switch outcome {
    case .success(let outcome): return outcome
    case .failure(let refusal):
      throw CommandFailure(.refused, refusal.detail, hint: "countersign host list shows them")
    }
  }
}

/// `countersign event list`.
struct EventListCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: "List the events that no host has taken, given up ones first.",
      discussion: """
        Example:
          countersign event list --host shop --data ./data
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>
  @Option(help: ArgumentHelp("One host's alone (default: all).", valueName: "name"))
  var host: String?

  func run() async throws {
    let host = try host.map(HostNameArgument.name)
    let events = try await options.administerEvents { try await $0.undelivered(of: host) }
    let lines = events.map { event in
      let state = event.givenUpAt.map { "given up \(ShownTime.text($0.rfc3339))" } ?? "tried again"
      return "\(event.id)  \(event.host)  \(state)  tries \(event.attempts)"
    }
    let json: [JSONValue] = events.map { event in
      [
        "id": .string("\(event.id)"), "host": .string("\(event.host)"),
        "givenUpAt": event.givenUpAt.map { .string($0.rfc3339) } ?? .null,
        "attempts": .integer(Int64(event.attempts)),
      ]
    }
    Console.print(lines, .array(json), asJSON: options.store.json)
  }
}

/// `countersign event retry`.
struct EventRetryCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "retry", abstract: "Have every event that was given up tried again.",
      discussion: """
        Example:
          countersign event retry --host shop --data ./data
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>
  @Option(help: ArgumentHelp("One host's alone (default: all).", valueName: "name"))
  var host: String?

  func run() async throws {
    let host = try host.map(HostNameArgument.name)
    let count = try await options.administerEvents { try await $0.retry(of: host) }
    options.store.print("tried again: \(count)", json: ["retried": .integer(Int64(count))])
  }
}
