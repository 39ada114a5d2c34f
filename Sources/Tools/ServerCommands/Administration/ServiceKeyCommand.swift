package import ArgumentParser
import CountersignCore
import Crypto
import Foundation
import ToolSupport
import WireModel

/// `countersign service-key`: the keys with which a host's backend calls a server.
package struct ServiceKeyCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "service-key", abstract: "Make, list and revoke the keys of a host's backend.",
      discussion: """
        Works on the server's folder, whether or not the server runs.

        Example:
          countersign service-key create --host shop --scope sessions,transactions --data ./data
        """,
      subcommands: [
        ServiceKeyCreateCommand<Modules>.self, ServiceKeyListCommand<Modules>.self,
        ServiceKeyRevokeCommand<Modules>.self,
      ])
  }

  package init() {}
}

/// The server's folder and keys that a command works on.
struct KeyedStoreOptions<Modules: ServerAdditions>: ParsableArguments {
  @OptionGroup var store: StoreOptions<Modules>
  @Option(
    help: ArgumentHelp(
      "The keys of the server (default DIR-keys/keyring; of a demo DIR/keyring).",
      valueName: "file"))
  var keyring: String?
  @Option(
    help: ArgumentHelp(
      "The folder of the server's restore mark, or none (default: where `serve` has it).",
      valueName: "dir|none"))
  var restoreMark: String?

  /// The place of the server's state.
  func place() throws -> ServerPlace {
    try store.place(keyring: keyring, restoreMark: restoreMark)
  }

  /// Runs a command on the store's service keys, and closes it.
  func run<Outcome>(
    _ body: (ServiceKeyAdministration) async throws -> Outcome
  ) async throws -> Outcome {
    try await openDatabase { database, keyring in
      try await body(ServiceKeyAdministration(database, keyring))
    }
  }

  /// Runs a command on the database, with the server's keys, and closes it.
  func openDatabase<Outcome>(
    upgradesNodes: Bool = false, _ body: (OpenDatabase, Keyring) async throws -> Outcome
  ) async throws -> Outcome {
    let place = try place()
    _ = try place.presentDatabase()
    let keyring = try place.presentKeyring()
    let opened = try await place.open(
      .of(Modules.modules), keyring, upgradesNodes: upgradesNodes)
    let outcome: Result<Outcome, any Error>
    do {
      outcome = .success(try await body(opened, keyring))
    } catch {
      outcome = .failure(error)
    }
    try await opened.close()
    return try outcome.get()
  }
}

/// `countersign service-key create`.
struct ServiceKeyCreateCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "create", abstract: "Make a service key, and print it this once.",
      discussion: """
        The key is all that the standard output holds.

        A key is a host's, and sees what that host made, with any of its keys. Scope admin is the \
        deployment's, whichever host's key has it: it finds, revokes and enrols for every account, \
        and reads the whole audit log. Give it to your own help desk alone.

        Example:
          countersign service-key create --host shop --scope sessions,transactions > shop-key
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>
  @Option(
    help: ArgumentHelp(
      "For what: sessions, transactions, admin (of the deployment); several with commas.",
      valueName: "scopes"))
  var scope: String
  @Option(
    help: ArgumentHelp(
      "The host whose key it is, made where there is none of that name (default: default).",
      valueName: "name"))
  var host = HostName.default.text
  @Option(help: "What it is called, to tell it from others.")
  var name = "host"

  func run() async throws {
    // A reader that has gone is told of as an error: the key is revoked then.
    signal(SIGPIPE, SIG_IGN)
    var scopes: Set<ServiceScope> = []
    for word in scope.split(separator: ",", omittingEmptySubsequences: false) {
      guard let scope = ServiceScope(rawValue: String(word)) else {
        throw CommandFailure(
          .wrongUse, "no scope is called \(word)",
          hint: "use \(ServiceScope.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      scopes.insert(scope)
    }
    let host = try HostNameArgument.name(host)
    try await options.openDatabase { database, keyring in
      if try await HostAdministration(database, keyring).ensure(host) {
        Console.note("made the host \(host)")
      }
      let keys = ServiceKeyAdministration(database, keyring)
      let made = try await keys.create(name: name, scopes: scopes, host: host)
      switch made {
      case .success(let key): try await show(key, of: keys)
      case .failure(let refusal): throw CommandFailure(.wrongUse, refusal.detail)
      }
    }
  }

  /// Prints a key; one that nobody could read does not stay in use.
  private func show(_ key: SecretText, of keys: ServiceKeyAdministration) async throws {
    do throws(CommandFailure) {
      let json: JSONValue = ["serviceKey": .string(key.exposed)]
      try Console.write(
        options.store.json ? String(decoding: json.serialized(), as: UTF8.self) : key.exposed)
    } catch {
      guard case .success? = try? await keys.revoke(Self.id(of: key)) else {
        throw CommandFailure(
          error.exit, "\(error.cause), and the key that was made is in use",
          hint: "countersign service-key list shows it, service-key revoke takes it back")
      }
      throw CommandFailure(
        error.exit, "\(error.cause), so that the key that was made is revoked",
        hint: "make another where its output can be written")
    }
  }

  /// The id under which a key is listed: the beginning of its hash.
  private static func id(of key: SecretText) -> ServiceKeyID {
    let beginning = SHA256.hash(data: Array(key.exposed.utf8)).prefix(6)
    let digits = beginning.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return ServiceKeyID("key_" + digits.joined())
  }
}

/// `countersign service-key list`.
struct ServiceKeyListCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: "List the service keys, without the keys themselves.",
      discussion: """
        Example:
          countersign service-key list --data ./data
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>

  func run() async throws {
    let keys = try await options.run { try await $0.list() }
    let lines = keys.map { key in
      let scopes = key.scopes.map(\.rawValue).sorted().joined(separator: ",")
      let state = key.revokedAt.map { "revoked \(ShownTime.text($0.rfc3339))" } ?? "in use"
      let made = "made \(ShownTime.text(key.createdAt.rfc3339))"
      return "\(key.id)  \(key.hostName)  \(scopes)  \(state)  \(made)  \(key.name)"
    }
    let json: [JSONValue] = keys.map { key in
      [
        "id": .string("\(key.id)"), "host": .string("\(key.hostName)"),
        "scopes": .array(key.scopes.map(\.rawValue).sorted().map(JSONValue.string)),
        "createdAt": .string(key.createdAt.rfc3339),
        "revokedAt": key.revokedAt.map { .string($0.rfc3339) } ?? .null,
        "name": .string(key.name),
      ]
    }
    Console.print(lines, .array(json), asJSON: options.store.json)
  }
}

/// `countersign service-key revoke`.
struct ServiceKeyRevokeCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "revoke", abstract: "Revoke a service key; its next request is refused.",
      discussion: """
        Example:
          countersign service-key revoke key_5f3a0c1d2e4b --data ./data
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>
  @Argument(help: "The key's id, as list shows it.")
  var id: String

  func run() async throws {
    let outcome = try await options.run { try await $0.revoke(ServiceKeyID(id)) }
    if case .failure(let refusal) = outcome {
      throw CommandFailure(
        .refused, refusal.detail, hint: "countersign service-key list shows those in use")
    }
    options.store.print(
      "revoked \(id)", json: ["status": "revoked", "id": .string(id)])
  }
}

extension ServiceKeyAdministration {
  /// An administration of the service keys of a database that is open, by its clock.
  init(_ database: OpenDatabase, _ keyring: Keyring) {
    self.init(store: database.store, keyring: keyring, clock: database.clock)
  }
}
