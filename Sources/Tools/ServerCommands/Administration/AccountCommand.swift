package import ArgumentParser
import CountersignCore
import ToolSupport
import WebAuthnModel

/// `countersign account`: what a server holds of one account, and its end.
package struct AccountCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "account", abstract: "Tell all that is held of an account, and end one.",
      discussion: """
        Works on the server's folder, whether or not the server runs.

        Example:
          countersign account export ada@example.com > ada.json
        """,
      subcommands: [AccountExportCommand<Modules>.self, AccountEraseCommand<Modules>.self])
  }

  package init() {}
}

extension KeyedStoreOptions {
  /// Runs a command on the records of the store's accounts.
  fileprivate func withRecords<Outcome>(
    _ body: (AccountRecords) async throws -> Outcome
  ) async throws -> Outcome {
    try await openDatabase { database, keyring in
      try await body(
        AccountRecords(
          store: database.store, keyring: keyring, modules: Modules.modules,
          clock: database.clock))
    }
  }
}

/// `countersign account export`.
struct AccountExportCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export", abstract: "Print all that is held of an account, as JSON.",
      discussion: """
        The server's own and each module's; no secrets. The audit log says that it was told.

        Example:
          countersign account export ada@example.com > ada.json
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>
  @Argument(help: "The account's name.") var name: String

  func run() async throws {
    let records = try await options.withRecords { try await $0.export(name) }
    switch records {
    case .success(let json): Console.print(String(decoding: json.serialized(), as: UTF8.self))
    case .failure(let refusal): throw CommandFailure(.refused, refusal.detail)
    }
  }
}

/// `countersign account erase`.
struct AccountEraseCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "erase", abstract: "End an account, and delete what is held of it.",
      discussion: """
        Says what is kept: audit rows, the evidence of what was proved, and what a module has to \
        keep, as a ledger. While something of the account is not done nothing is changed.

        Example:
          countersign account erase ada@example.com --yes
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>
  @Argument(help: "The account's name.") var name: String
  @Flag(help: "Erase it: that cannot be undone.") var yes = false

  func run() async throws {
    guard yes else {
      let found = try await options.withRecords { try await $0.find(name) }
      if case .failure(let refusal) = found { throw CommandFailure(.refused, refusal.detail) }
      throw CommandFailure(
        .wrongUse, "an account that was erased does not come back",
        hint: "give --yes, once its records are kept: countersign account export")
    }
    let outcome = try await options.withRecords { try await $0.erase(name) }
    switch outcome {
    case .success(.erased(let kept)):
      options.store.print(
        (["erased; kept are"] + kept.map { "  \($0)" }).joined(separator: "\n"),
        json: ["status": "erased", "kept": .array(kept.map { .string("\($0)") })])
    case .success(.unfinished(let reason)):
      throw CommandFailure(
        .refused, "nothing was erased: \(reason)", hint: "try again when that is done")
    case .failure(let refusal): throw CommandFailure(.refused, refusal.detail)
    }
  }
}
