import CountersignCore
import CountersignDelivery
import CountersignServer
import Foundation
import ToolSupport
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

  /// Refuses root in a folder of another account: what it makes there, the server could not read.
  static func requireOwner(of folder: String) throws {
    var status = stat()
    guard geteuid() == 0, stat(folder, &status) == 0, status.st_uid != 0 else { return }
    let name = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) }
    let owner = name ?? "\(status.st_uid)"
    throw CommandFailure(
      .environment, "\(folder) belongs to \(owner), and root would make files that it cannot read",
      hint: "run it as that account: runuser --user \(owner) -- countersign …")
  }

  /// Reads the keyring, or makes it on the first start.
  static func keyring(
    _ file: String, restoreMark: RestoreMark = .besideKeyring
  ) throws -> Keyring {
    do {
      return try Keyring.file(file, restoreMark: restoreMark)
    } catch let error as OwnerFileError {
      throw CommandFailure(error)
    } catch {
      throw CommandFailure(
        .environment, "\(file): \(error)",
        hint:
          "restore it from a backup; that of another version needs that version; a new one ends "
          + "every session and voids every PIN")
    }
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
      let key = ServiceKeyAdministration.newKey(SystemRandomBytes())
      try PrivateFile.create(serviceKeyFile, Array((key.exposed + "\n").utf8))
    }
    // Read back even when just made, as the keyring is.
    let text = String(decoding: try PrivateFile.read(serviceKeyFile) ?? [], as: UTF8.self)
    return SecretText(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}

/// The use of a data folder by one process alone, until it ends it or the process is gone.
///
/// Two servers on one folder would each hold sums, codes and limits that the other does not know.
/// The kernel holds the lock, so a process that was killed leaves none behind.
struct DataFolderLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the folder.
  ///
  /// - Parameter folder: The folder's path.
  /// - Throws: `CommandFailure` with the process that has it, and where it cannot be locked.
  init(_ folder: String) throws {
    try DataFolder.requireOwner(of: folder)
    let file = Self.file(in: folder)
    let opened = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw Self.unusable(file, errno) }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(opened)
      throw code == EWOULDBLOCK ? Self.taken(folder) : Self.unusable(file, code)
    }
    // Only for the words of whoever comes later: a text that is cut short changes nothing else.
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(opened, 0) == 0 { _ = pwrite(opened, text, text.count, 0) }
    descriptor = opened
  }

  deinit { Self.unlock(descriptor) }

  /// Ends the use of the folder.
  consuming func end() {}

  /// The process that has a folder, in words; nil where none has.
  static func holder(of folder: String) -> String? {
    let descriptor = open(file(in: folder), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { unlock(descriptor) }
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
    let number = String(decoding: bytes.prefix(count), as: UTF8.self).prefix { $0 != "\n" }
    return Int32(number).map { "process \($0)" } ?? "another process"
  }

  // A child that is being started shares the descriptor until it runs its own program, and with it
  // a lock that was only closed here.
  private static func unlock(_ descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func file(in folder: String) -> String { folder + "/lock" }

  private static func taken(_ folder: String) -> CommandFailure {
    CommandFailure(
      .environment, "\(holder(of: folder) ?? "another process") uses the folder \(folder)",
      hint: "stop the server that uses it, or give another folder with --data")
  }

  private static func unusable(_ file: String, _ code: Int32) -> CommandFailure {
    CommandFailure(
      .environment, "\(file) cannot be locked: \(String(cString: strerror(code)).lowercased())",
      hint: "choose a folder on a disk of this machine with --data")
  }
}

extension WebhookKey {
  /// Reads a key's file, which only its owner may be able to read.
  init(readingFrom file: String) throws {
    guard let key = try PrivateFile.read(file).map(Self.withoutLineEnd).flatMap(WebhookKey.init)
    else {
      throw CommandFailure(
        .environment, "\(file) holds no key of at least 32 bytes",
        hint: "head -c 32 /dev/urandom > \(file) && chmod 600 \(file)")
    }
    self = key
  }

  /// The key in a file, without the line end of a text.
  ///
  /// An editor writes one, and so does `openssl rand -hex`. In random bytes, each byte counts.
  private static func withoutLineEnd(_ bytes: [UInt8]) -> [UInt8] {
    let text = bytes.suffix(2) == [0x0D, 0x0A] ? bytes.dropLast(2) : bytes.dropLast()
    let isText = bytes.last == 0x0A && text.allSatisfy { 0x20...0x7E ~= $0 }
    return isText ? Array(text) : bytes
  }
}

extension EventSecret {
  /// Reads a key's file, which only its owner may be able to read.
  init(readingFrom file: String) throws {
    let text = String(decoding: try PrivateFile.read(file) ?? [], as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard let secret = EventSecret(text) else {
      throw CommandFailure(
        .environment, "\(file) holds no key of an event's signature",
        hint: "echo whsec_$(head -c 32 /dev/urandom | base64) > \(file) && chmod 600 \(file)")
    }
    self = secret
  }
}
