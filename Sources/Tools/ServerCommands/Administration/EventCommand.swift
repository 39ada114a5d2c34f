import ArgumentParser
import CountersignCore
import CountersignSQLite

/// `countersign event`: what a host was not told.
struct EventCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "event", abstract: "List the events that a host has not taken, and retry them.",
    discussion: """
      Works on the server's folder, whether or not the server runs.

      Example:
        countersign event list --data ./data
      """,
    subcommands: [EventListCommand.self, EventRetryCommand.self])
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
