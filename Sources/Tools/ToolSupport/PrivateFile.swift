package import CountersignServer
import Foundation

/// Files that nobody but the server's own user may read, with failures of the command line.
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
    do { return try OwnerFile.read(path) } catch { throw CommandFailure(error) }
  }

  /// Makes a file with 0600 from its first byte on; another process that was faster wins.
  package static func create(_ path: String, _ content: [UInt8]) throws {
    do { try OwnerFile.create(path, content) } catch { throw CommandFailure(error) }
  }

  /// Puts a new content in the place of a file's, whole or not at all.
  package static func replace(_ path: String, _ content: [UInt8]) throws {
    do { try OwnerFile.replace(path, content) } catch { throw CommandFailure(error) }
  }

  /// Puts a content that follows from a file's in its place, durably; one process at a time.
  package static func update(_ path: String, _ change: ([UInt8]) throws -> [UInt8]?) throws {
    do {
      try OwnerFile.update(path, change)
    } catch let error as OwnerFileError {
      throw CommandFailure(error)
    }
  }
}

extension CommandFailure {
  /// A file's problem in the command line's voice.
  package init(_ error: OwnerFileError) {
    self.init(.environment, error.description, hint: error.hint)
  }
}
