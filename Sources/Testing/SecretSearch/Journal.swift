public import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The logs and refusals of a test run's servers, and the secrets that passed: a folder in which
/// each process of the run appends to a file of its own.
///
/// It is off unless `COUNTERSIGN_JOURNAL` names the folder, as `make test` does.
public struct Journal: Sendable {
  /// The one of this run; nil where none is kept.
  public static let current: Journal? = ProcessInfo.processInfo.environment["COUNTERSIGN_JOURNAL"]
    .flatMap { Journal(folder: URL(filePath: $0)) }

  private let folder: URL
  private let descriptor: Int32

  /// A journal in a folder that is there; nil where no file can be made in it.
  public init?(folder: URL) {
    self.folder = folder
    let file = folder.appending(path: UUID().uuidString + "." + Self.entries).path
    descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
  }

  /// A file for what a process says on standard error, read as the lines of a watch.
  func errorFile(of watch: String) -> FileHandle? {
    let path = folder.appending(path: watch + "." + Self.errors).path
    guard FileManager.default.createFile(atPath: path, contents: nil) else { return nil }
    return FileHandle(forWritingAtPath: path)
  }

  /// Appends an entry: one call for a line, so that those of two threads do not mix.
  func append(_ entry: JournalEntry) {
    entry.line.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// The endings of its files' names.
  static let (entries, errors) = ("journal", "errors")
}
