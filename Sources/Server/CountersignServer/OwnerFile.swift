public import CountersignCore
import Foundation

/// Files that nobody but their owner may read.
package enum OwnerFile {
  /// Reads a file; nil if there is none.
  ///
  /// - Throws: ``OwnerFileError``, also if others than the owner could read it: its content is no
  ///   secret then.
  package static func read(_ path: String) throws(OwnerFileError) -> [UInt8]? {
    // The file itself, also where a link leads to it, as in a mounted secret of Kubernetes.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw OwnerFileError(
        "\(path) cannot be read: \(String(cString: strerror(errno)).lowercased())")
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, let bytes = try? file.readToEnd() ?? Data() else {
      throw OwnerFileError("\(path) cannot be read")
    }
    guard isPrivate(mode: status.st_mode, owner: status.st_uid, reader: geteuid()) else {
      throw OwnerFileError(
        "\(path) can be read by others",
        hint: "chmod 600 \(path); a mounted secret needs mode 0400, or 0440 where root owns it")
    }
    return Array(bytes)
  }

  /// Tells if a file's content is a secret of those who are to know it.
  ///
  /// Where root owns the file and runs nothing here, its group may read it: so do container
  /// platforms hand over secrets.
  ///
  /// - Parameters:
  ///   - mode: The file's mode.
  ///   - owner: The user who owns it.
  ///   - reader: The user of this process.
  /// - Returns: Whether nobody else can read it.
  static func isPrivate(mode: mode_t, owner: uid_t, reader: uid_t) -> Bool {
    mode & (owner == 0 && reader != 0 ? 0o037 : 0o077) == 0
  }

  /// Makes the folder of a file (0700) if it is missing.
  static func makeFolder(of path: String) throws(OwnerFileError) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw OwnerFileError("the folder \(folder) cannot be made", hint: "choose another folder")
    }
  }

  /// Makes a file with 0600 from its first byte on; another process that was faster wins.
  ///
  /// The content is on the disk, and whole, before the file has its name.
  package static func create(_ path: String, _ content: [UInt8]) throws(OwnerFileError) {
    let draft = try writeDraft(of: path, content)
    defer { unlink(draft) }
    guard link(draft, path) == 0 || errno == EEXIST else { throw unusable(path, errno) }
  }

  /// Puts a new content in the place of a file's, whole or not at all.
  ///
  /// A crash right after it may bring the old content back.
  package static func replace(_ path: String, _ content: [UInt8]) throws(OwnerFileError) {
    let draft = try writeDraft(of: path, content)
    guard rename(draft, path) == 0 else {
      let code = errno
      unlink(draft)
      throw unusable(path, code)
    }
  }

  /// Puts a content that follows from a file's in its place, durably; one process at a time.
  ///
  /// Owner and mode stay as they are, also if an administrator does it for the server's user.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - change: Gives the new content; nil leaves the file as it is.
  /// - Throws: ``OwnerFileError``, also if there is no file, and what the change throws.
  package static func update(
    _ path: String, _ change: ([UInt8]) throws -> [UInt8]?
  ) throws {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw unusable(folder, errno) }
    defer { close(lock) }
    guard flock(lock, LOCK_EX) == 0 else { throw unusable(folder, errno) }
    guard let content = try read(path) else { throw unusable(path, ENOENT) }
    guard let changed = try change(content) else { return }
    var status = stat()
    guard stat(path, &status) == 0 else { throw unusable(path, errno) }
    let draft = try writeDraft(of: path, changed)
    let isOwned = status.st_uid == geteuid() || chown(draft, status.st_uid, status.st_gid) == 0
    guard isOwned, chmod(draft, status.st_mode & 0o777) == 0, rename(draft, path) == 0 else {
      let code = errno
      unlink(draft)
      throw unusable(path, code)
    }
    guard fsync(lock) == 0 else { throw unusable(folder, errno) }
  }

  private static func writeDraft(
    of path: String, _ content: [UInt8]
  ) throws(OwnerFileError) -> String {
    let draft = "\(path).\(getpid())"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw unusable(path, errno) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: content)
      try file.synchronize()
    } catch {
      unlink(draft)
      throw OwnerFileError("\(path) cannot be written: \(error)")
    }
    return draft
  }

  private static func unusable(_ path: String, _ code: Int32) -> OwnerFileError {
    OwnerFileError(
      "\(path): \(String(cString: strerror(code)).lowercased())", hint: "choose another folder")
  }
}

/// A file that this process cannot use, or that others than its owner can read.
public struct OwnerFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The cause, with the file's path and nothing of its content.
  public let description: String
  /// The next step; nil if there is nothing to say.
  public let hint: String?

  init(_ description: String, hint: String? = nil) {
    self.description = description
    self.hint = hint
  }
}

extension Keyring {
  /// Reads the keyring in a file, or makes both on the first start.
  ///
  /// The file lies outside the database and its backup.
  ///
  /// - Parameters:
  ///   - path: The file, which only its owner may be able to read. Its folder is made (0700) if it
  ///     is missing.
  ///   - restoreMark: The place of the mark by which a restored backup of a database is noticed.
  /// - Returns: The keyring.
  /// - Throws: ``OwnerFileError``, and `KeyringError` for a file that holds no keyring.
  public static func file(
    _ path: String, restoreMark: RestoreMark = .besideKeyring
  ) throws -> Keyring {
    if try OwnerFile.read(path) == nil {
      try OwnerFile.makeFolder(of: path)
      try OwnerFile.create(path, Keyring.generated().serialized())
    }
    // Read back even when just made: of two processes that start at once, one has won.
    var keyring = try Keyring(parsing: OwnerFile.read(path) ?? [])
    keyring.marks = restoreMark.marks(besideKeyring: path)
    return keyring
  }
}
