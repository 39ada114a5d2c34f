package import ArgumentParser
import CountersignCore
import CountersignDelivery
import Foundation
import ToolSupport
import WireModel

/// `countersign host`: the hosts of a deployment, each a tenant.
package struct HostCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "host",
      abstract: "List the backends that use this server, and where each gets events.",
      discussion: """
        A host is a backend that uses this server: a shop, a bank, a payment service. It has \
        service keys, its customers have accounts, and it asks them to approve. Several can share \
        one server: what one made (accounts, transactions, proofs of its scenarios, events) no \
        other sees. service-key create --host makes a host, and a key that names none is of host \
        default. An event tells a host what became of its transactions: event-address says where \
        to post it. Works on the server's folder, whether or not the server runs.

        Example:
          countersign host list --data ./data
        """,
      subcommands: [HostListCommand<Modules>.self, HostEventAddressCommand<Modules>.self])
  }

  package init() {}
}

/// A host's name on the command line.
enum HostNameArgument {
  static func name(_ text: String) throws -> HostName {
    guard let name = HostName(text) else {
      throw CommandFailure(
        .wrongUse, "no host is called \(text)",
        hint: "use 1 to 64 small letters, digits, hyphens, full stops and underscores")
    }
    return name
  }
}

/// `countersign host list`.
struct HostListCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: "List the hosts: name, where events go, id.",
      discussion: """
        default is the host of keys that name none; in-process is the app in whose process the \
        server runs. The events of both go where the server was told.

        Example:
          countersign host list --data ./data
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>

  func run() async throws {
    let hosts = try await options.openDatabase { database, keyring in
      try await HostAdministration(database, keyring).list()
    }
    let json: [JSONValue] = hosts.map { host in
      [
        "name": .string("\(host.name)"), "id": .string("\(host.id)"),
        "eventAddress": host.eventAddress.map { .string("\($0)") } ?? .null,
      ]
    }
    Console.print(
      hosts.map { host in
        "\(host.name)  events to \(host.eventAddress.map { "\($0)" } ?? "nowhere of its own")  "
          + Console.small("\(host.id)")
      }, .array(json),
      asJSON: options.store.json)
  }
}

/// `countersign host event-address`.
struct HostEventAddressCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "event-address", abstract: "Say where a host is told of its events.",
      discussion: """
        Prints the key with which the events are signed from now on, this once: it is all that the \
        standard output holds. With --secret the key is the file's, and nothing is printed. With \
        --remove the host is told no more.

        Examples:
          countersign host event-address shop https://shop.example.com/events > shop-event-secret
          countersign host event-address shop --remove
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>
  @Argument(help: "The host's name.") var name: String
  @Argument(help: "Where it takes events: https, or http to this machine.") var url: String?
  @Option(help: ArgumentHelp("The file with the key that signs its events.", valueName: "file"))
  var secret: String?
  @Flag(help: "Take the address and the key away.") var remove = false

  func run() async throws {
    let host = try HostNameArgument.name(name)
    guard let url else {
      guard remove, secret == nil else {
        throw CommandFailure(
          .wrongUse, "the address is missing",
          hint: "name it after the host, or give --remove to take the address away")
      }
      return try await set(nil, of: host)
    }
    guard !remove else {
      throw CommandFailure(.wrongUse, "an address and --remove", hint: "give one of them")
    }
    let address = try ServeSettings.protectedAddress(url, option: "the event address")
    if let secret {
      return try await set(
        HostEventTarget(address: address, secret: try Self.secret(from: secret)), of: host)
    }
    let made = SecretText(EventSecret.generated())
    // What nobody could read is not set.
    try await set(HostEventTarget(address: address, secret: made), of: host) {
      let json: JSONValue = ["secret": .string(made.exposed)]
      try Console.write(
        options.store.json ? String(decoding: json.serialized(), as: UTF8.self) : made.exposed)
    }
  }

  private func set(
    _ target: HostEventTarget?, of host: HostName, announced: () throws -> Void = {}
  ) async throws {
    let outcome = try await options.openDatabase { database, keyring in
      let hosts = HostAdministration(database, keyring)
      let found = try await hosts.requireAddressable(host)
      guard case .success = found else { return found }
      try announced()
      return try await hosts.set(target, of: host)
    }
    if case .failure(let refusal) = outcome {
      throw CommandFailure(
        .refused, refusal.detail,
        hint: refusal.reason == .notFound
          ? "countersign host list shows them; service-key create --host makes one"
          : "serve --event-webhook says where events of host default go")
    }
  }

  /// The key in a file, which only its owner may be able to read.
  private static func secret(from file: String) throws -> SecretText {
    _ = try EventSecret(readingFrom: file)
    return SecretText(
      String(decoding: try PrivateFile.read(file) ?? [], as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines))
  }
}

extension HostAdministration {
  /// An administration of the hosts of a database that a command has opened, by its clock.
  init(_ database: OpenDatabase, _ keyring: Keyring) {
    self.init(store: database.store, keyring: keyring, clock: database.clock)
  }
}
