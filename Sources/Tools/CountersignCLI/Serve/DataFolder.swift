import CountersignService
import Foundation
import WireModel

/// The folder under which all state of a server lives.
struct DataFolder: Sendable {
  let path: String

  var databaseFile: String { path + "/countersign.sqlite" }
  var keyringFile: String { path + "/keyring" }
  var mailboxFile: String { path + "/mailbox.jsonl" }
  var serviceKeyFile: String { path + "/service-key" }
  var eventSecretFile: String { path + "/event-secret" }

  init(_ path: String) throws {
    self.path = path
    try PrivateFile.makeFolder(path)
  }

  /// Reads the keyring, or makes it on the first start.
  static func keyring(_ file: String) throws -> Keyring {
    if try PrivateFile.read(file) == nil {
      try PrivateFile.create(file, Keyring.generated().serialized())
    }
    do {
      // Read back even when just made: of two processes that start at once, one has won.
      return try Keyring(parsing: try PrivateFile.read(file) ?? [])
    } catch let error as KeyringError {
      throw CommandFailure(
        .environment, "\(file): \(error)",
        hint:
          "restore it from a backup; a new one ends every session and voids every PIN. One of a "
          + "version before is upgraded by countersign serve")
    }
  }

  /// Reads the keyring of a server that starts: one of the version before gets the keys that came
  /// since, which are written before they are used.
  static func upgradedKeyring(_ file: String) throws -> (keyring: Keyring, isUpgraded: Bool) {
    guard let content = try PrivateFile.read(file),
      let upgraded = try? Keyring(upgrading: content)
    else { return (try keyring(file), false) }
    let draft = file + ".new"
    try PrivateFile.create(draft, upgraded.serialized())
    // Another process that started at once may have written the draft, or put it in place, already.
    guard (try? PrivateFile.read(file)) == content else {
      unlink(draft)
      return (try keyring(file), false)
    }
    guard rename(draft, file) == 0 || errno == ENOENT else {
      throw CommandFailure(.environment, "\(file) cannot be written")
    }
    return (try keyring(file), true)
  }

  /// The key with which events are signed, made where it is missing.
  func eventSecret() throws -> EventSecret {
    if try PrivateFile.read(eventSecretFile) == nil {
      try PrivateFile.create(eventSecretFile, Array((EventSecret.generated() + "\n").utf8))
    }
    return try EventSecret(readingFrom: eventSecretFile)
  }

  /// The service key of a demo, made where it is missing.
  func serviceKey() throws -> SecretText {
    if try PrivateFile.read(serviceKeyFile) == nil {
      let key = ServiceKeyAdministration.newKey(SystemRandomSource())
      try PrivateFile.create(serviceKeyFile, Array((key.exposed + "\n").utf8))
    }
    // Read back even when just made, as the keyring is.
    let text = String(decoding: try PrivateFile.read(serviceKeyFile) ?? [], as: UTF8.self)
    return SecretText(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
