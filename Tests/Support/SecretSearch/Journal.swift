public import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The logs, refusals and outcomes of a test run's servers, and the secrets that passed: a folder
/// in which each process of the run appends to files of its own.
///
/// It is off unless `COUNTERSIGN_JOURNAL` names the folder, as `make test` does.
public struct Journal: Sendable {
  /// The one of this run; nil where none is kept.
  public static let current: Journal? = ProcessInfo.processInfo.environment["COUNTERSIGN_JOURNAL"]
    .flatMap { Journal(folder: URL(filePath: $0)) }

  private let folder: URL
  private let entryFile: Int32
  private let outcomeFile: Int32

  /// A journal in a folder that is there; nil where no file can be made in it.
  public init?(folder: URL) {
    self.folder = folder
    let path = folder.appending(path: UUID().uuidString).path
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
    entryFile = open(path + "." + Self.entries, flags, 0o600)
    outcomeFile = open(path + "." + Self.outcomes, flags, 0o600)
    guard entryFile >= 0, outcomeFile >= 0 else { return nil }
  }

  /// A file for what a process says on standard error, read as the lines of a watch.
  func errorFile(of watch: String) -> FileHandle? {
    let path = folder.appending(path: watch + "." + Self.errors).path
    guard FileManager.default.createFile(atPath: path, contents: nil) else { return nil }
    return FileHandle(forWritingAtPath: path)
  }

  /// Appends an entry.
  func append(_ entry: JournalEntry) { Self.append(entry.line, to: entryFile) }

  /// Appends an outcome, and the place in the tests where its server was started.
  func append(_ outcome: RouteOutcome, at label: String) {
    Self.append(Array("\(outcome)\t\(label)\n".utf8), to: outcomeFile)
  }

  /// Appends a line in one call, so that the lines of two threads do not mix.
  private static func append(_ line: [UInt8], to descriptor: Int32) {
    line.withUnsafeBytes { buffer in
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
  static let (entries, outcomes, errors) = ("journal", "outcomes", "errors")
}
