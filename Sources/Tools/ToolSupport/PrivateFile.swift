import Foundation

/// Files that nobody but the server's own user may read.
package enum PrivateFile {
  /// Makes a folder (0700) where it is missing, and sees that it can be written.
  package static func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandFailure(
        .environment, "the folder \(path) cannot be made", hint: "choose another with --data")
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw CommandFailure(
        .environment, "the folder \(path) cannot be written",
        hint: "choose another with --data, or give its owner the right to write")
    }
  }

  /// The file's bytes; nil where there is none.
  ///
  /// - Throws: Where others than the owner could read it: what it holds is no secret then.
  package static func read(_ path: String) throws -> [UInt8]? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o777
      guard mode & 0o077 == 0 else {
        throw CommandFailure(
          .environment, "\(path) can be read by others", hint: "chmod 600 \(path)")
      }
      return Array(try Data(contentsOf: URL(filePath: path)))
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.environment, "\(path) cannot be read: \(error)")
    }
  }

  /// Makes a file with 0600 from its first byte on; another process that was faster wins.
  ///
  /// The content is on the disk, and whole, before the file has its name.
  package static func create(_ path: String, _ content: [UInt8]) throws {
    let draft = try writeDraft(of: path, content)
    defer { unlink(draft) }
    guard link(draft, path) == 0 || errno == EEXIST else { throw unusable(path, errno) }
  }

  /// Puts a new content in the place of a file's, whole or not at all.
  ///
  /// A crash right after it may bring the old content back.
  package static func replace(_ path: String, _ content: [UInt8]) throws {
    let draft = try writeDraft(of: path, content)
    guard rename(draft, path) == 0 else {
      let code = errno
      unlink(draft)
      throw unusable(path, code)
    }
  }

  private static func writeDraft(of path: String, _ content: [UInt8]) throws -> String {
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
      throw CommandFailure(.environment, "\(path) cannot be written: \(error)")
    }
    return draft
  }

  private static func unusable(_ path: String, _ code: Int32) -> CommandFailure {
    CommandFailure(
      .environment, "\(path): \(String(cString: strerror(code)).lowercased())",
      hint: "choose another folder with --data")
  }
}
