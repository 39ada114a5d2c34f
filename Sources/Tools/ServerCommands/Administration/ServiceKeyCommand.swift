import ArgumentParser
import CountersignCore
import CountersignSQLite

/// `countersign service-key`: the keys with which a host's backend calls a server.
struct ServiceKeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "service-key", abstract: "Make, list and revoke the keys of a host's backend.",
    discussion: """
      Works on the server's folder, whether or not the server runs.

      Example:
        countersign service-key create --scope sessions,transactions --data ./data
      """,
    subcommands: [
      ServiceKeyCreateCommand.self, ServiceKeyListCommand.self, ServiceKeyRevokeCommand.self,
    ])
}

/// Which server's keys a command works on.
struct ServiceKeyOptions: ParsableArguments {
  @OptionGroup var store: StoreOptions
  @Option(help: ArgumentHelp("The keys of the server (default DIR/keyring).", valueName: "file"))
  var keyring: String?

  /// The server's keyring; a new one beside its own would hide other people in the audit log.
  private func presentKeyringFile() throws -> String {
    let file = try keyring ?? DataFolder(store.data).keyringFile
    guard try PrivateFile.read(file) != nil else {
      throw CommandFailure(
        .environment, "no keyring at \(file)", hint: "give the one that the server uses: --keyring")
    }
    return file
  }

  /// Runs a command on the store, and closes it.
  func run<Outcome>(
    _ body: (ServiceKeyAdministration) async throws -> Outcome
  ) async throws -> Outcome {
    _ = try store.presentDatabaseFile()
    let keyring = try DataFolder.keyring(presentKeyringFile())
    let opened = try store.open()
    let outcome: Result<Outcome, any Error>
    do {
      outcome = .success(
        try await body(ServiceKeyAdministration(store: opened, keyring: keyring)))
    } catch {
      outcome = .failure(error)
    }
    try await opened.close()
    return try outcome.get()
  }
}
