package import ArgumentParser
import CountersignCore
import Foundation
import ToolSupport
import WebAuthnModel

/// `countersign keyring`: the keys of a server.
package struct KeyringCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "keyring", abstract: "Look at a server's keys, and rotate them.",
      discussion: """
        The keyring is a file beside the server's folder (DIR-keys/keyring; of a demo in it), or \
        where --keyring says. Back it up apart from the database.

        Example:
          countersign keyring show --data ./data
        """,
      subcommands: [KeyringShowCommand<Modules>.self, KeyringRotateCommand<Modules>.self])
  }

  package init() {}
}

/// `countersign keyring show`.
struct KeyringShowCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show", abstract: "List the keys by purpose, number and age; none is shown.",
      discussion: """
        The class says what becomes of the older keys at a rotation: of a short-lived purpose two \
        stay; until rewritten, as long as a row needs them; kept, for ever.

        Example:
          countersign keyring show --data ./data
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>

  func run() async throws {
    let keyring = try options.place().presentKeyring()
    var lines: [String] = []
    var json: [JSONValue] = []
    for purpose in KeyPurpose.allCases {
      for key in keyring.ages(purpose) {
        let made = ShownTime.text(key.madeAt.rfc3339)
        lines.append(
          "\(purpose.rawValue)  key \(key.number)  made \(made)  \(purpose.rotation.rawValue)")
        json.append([
          "purpose": .string(purpose.rawValue), "number": .integer(Int64(key.number)),
          "madeAt": .string(key.madeAt.rfc3339),
          "rotation": .string(purpose.rotation.rawValue),
        ])
      }
    }
    Console.print(lines, .array(json), asJSON: options.store.json)
  }
}

/// `countersign keyring rotate`.
struct KeyringRotateCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rotate", abstract: "Make a new key for each purpose.",
      discussion: """
        Then start every server that uses the keyring again, within a day, all servers of one \
        database together: a server takes up new keys when it starts. What was made before is good \
        for as long as it would have been.

        Of short-lived purposes the key before the last goes. Where something under it may still \
        be good, as the link in a notice that was mailed days ago, nothing is rotated without \
        --force.

        Examples:
          countersign keyring rotate --data ./data
          countersign keyring rotate --keyring /run/secrets/keyring --force
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>
  @Flag(help: "Rotate also where that voids what is still good, as after a key became known.")
  var force = false

  func run() async throws {
    let place = try options.place()
    let file = try place.presentKeyringFile()
    let hasStore = place.database.file.map(FileManager.default.fileExists) ?? true
    // Opened first: what cannot be noted is not done.
    let database =
      hasStore ? try await place.open(.of(Modules.modules), place.presentKeyring()) : nil
    let result: Result<[KeyChange], any Error>
    do {
      result = .success(try await rotate(file, noting: database))
    } catch {
      result = .failure(error)
    }
    try await database?.close()
    let changes = try result.get()
    let json: [JSONValue] = changes.map { change in
      [
        "purpose": .string(change.purpose.rawValue), "made": .integer(Int64(change.made)),
        "dropped": .array(change.dropped.map { .integer(Int64($0)) }),
      ]
    }
    let runs = DataFolderLock.holder(of: place.folder).map { "; \($0) is one" } ?? ""
    Console.print(
      changes.map(\.text) + ["start every server that uses \(file) again, within a day\(runs)"],
      ["keyring": .string(file), "changes": .array(json)], asJSON: options.store.json)
  }

  private func rotate(
    _ file: String, noting database: OpenDatabase?
  ) async throws -> [KeyChange] {
    let now = (database?.clock ?? SystemClock()).now()
    var droppable: [KeyPurpose: Set<UInt8>] = [:]
    if let store = database?.store {
      droppable = try await DataFolder.keyring(file).droppable(in: store)
    }
    let (keyring, changes) = try KeyringFile(file).rotate(
      at: now, early: force ? .dropped : .refused, droppable: droppable)
    try await database?.store.write { try keyring.noteRotation(changes, at: now, in: $0) }
    return changes
  }
}

/// The file of a keyring, as commands change it.
struct KeyringFile {
  /// The answer to a rotation that would drop a key too early.
  enum EarlyKeys {
    /// Nothing is rotated.
    case refused
    /// Their purposes stay as they are.
    case spared
    /// They go.
    case dropped
  }

  private let path: String

  init(_ path: String) { self.path = path }

  /// Rotates the keys of these purposes, for whoever reads the file from now on.
  ///
  /// - Parameters:
  ///   - purposes: The purposes.
  ///   - now: The present moment.
  ///   - policy: What is done where a key would go under which something may still be good.
  ///   - droppable: The numbers of keys under which no row stands any more.
  /// - Returns: The keyring, and what was done.
  /// - Throws: `CommandFailure`.
  func rotate(
    _ purposes: [KeyPurpose] = KeyPurpose.allCases, at now: Timestamp, early policy: EarlyKeys,
    droppable: [KeyPurpose: Set<UInt8>] = [:]
  ) throws -> (keyring: Keyring, changes: [KeyChange]) {
    // Read before: what is wrong with the file is told in the words of every command.
    _ = try DataFolder.keyring(path)
    var changes: [KeyChange] = []
    do {
      try PrivateFile.update(path) { content in
        let before = try Keyring(parsing: content)
        let early = policy == .dropped ? [] : before.early(at: now)
        if policy == .refused, let last = early.max(by: { $0.end < $1.end }) {
          throw Self.tooEarly(early, until: last.end)
        }
        let spared = Set(KeyPurpose.allCases).subtracting(purposes).union(early.map(\.purpose))
        let rotated = try before.rotated(
          at: now, sparing: spared, droppable: droppable)
        changes = rotated.changes
        return rotated.keyring.serialized()
      }
    } catch let error as KeyringError {
      throw CommandFailure(.environment, "\(path): \(error)")
    }
    return (try DataFolder.keyring(path), changes)
  }

  private static func tooEarly(_ early: [EarlyKey], until end: Timestamp) -> CommandFailure {
    let purposes = early.map(\.purpose.rawValue).joined(separator: ", ")
    return CommandFailure(
      .refused,
      "the last rotation was so lately that another would void what is still good: \(purposes)",
      hint:
        "wait until \(ShownTime.text(end.rfc3339)), or give --force where a key has become known")
  }
}

extension KeyChange {
  /// The result, as a line.
  var text: String {
    let numbers = dropped.map(String.init).joined(separator: ", ")
    return "\(purpose.rawValue)  key \(made) made"
      + (dropped.isEmpty ? "" : ", key \(numbers) dropped")
  }
}
