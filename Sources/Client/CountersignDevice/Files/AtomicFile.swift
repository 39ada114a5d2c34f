import CountersignClient

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Files that only their owner reads, and that hold their old or their new bytes after a crash.
enum AtomicFile {
  /// The point at which a test stops a write, as a crash would.
  enum Crash: Sendable, Hashable {
    case afterBytes(Int)
    case beforeRename
    case afterRename
  }

  /// Reads a file; nil if there is none.
  static func read(_ path: String) throws(VaultError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("cannot open", path)
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = chunk.withUnsafeMutableBytes { systemRead(file, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw failure("cannot read", path) }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Replaces the file's bytes: a new file beside it, made durable, then put in its place.
  static func write(_ bytes: [UInt8], to path: String, crash: Crash?) throws(VaultError) {
    let newPath = path + ".new"
    let file = open(newPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure("cannot write", newPath) }
    do throws(VaultError) {
      try write(bytes, newPath, file, crash)
    } catch {
      close(file)
      throw error
    }
    close(file)
    if crash == .beforeRename { throw simulated }
    guard rename(newPath, path) == 0 else { throw failure("cannot replace", path) }
    if crash == .afterRename { throw simulated }
    try synchronizeDirectory(of: path)
  }

  private static func write(
    _ bytes: [UInt8], _ path: String, _ file: Int32, _ crash: Crash?
  ) throws(VaultError) {
    // A file that was left by a crash may have been made with other rights.
    guard fchmod(file, 0o600) == 0 else { throw failure("cannot write", path) }
    var end = bytes.count
    if case .afterBytes(let count) = crash { end = min(count, end) }
    var offset = 0
    while offset < end {
      let count = bytes.withUnsafeBytes { buffer in
        systemWrite(file, buffer.baseAddress?.advanced(by: offset), end - offset)
      }
      guard count >= 0 else { throw failure("cannot write", path) }
      offset += count
    }
    if case .afterBytes = crash { throw simulated }
    guard fsync(file) == 0 else { throw failure("cannot write", path) }
  }

  /// The new name itself must be durable too.
  private static func synchronizeDirectory(of path: String) throws(VaultError) {
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let directory = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw failure("cannot open", parent) }
    defer { close(directory) }
    guard fsync(directory) == 0 else { throw failure("cannot write", parent) }
  }

  fileprivate static func failure(_ what: String, _ path: String) -> VaultError {
    .unavailable("\(what) \(path): \(String(cString: strerror(errno)))")
  }

  private static let simulated = VaultError.unavailable("simulated crash")
}

private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, buffer, count)
}

private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, buffer, count)
}

/// Keeps other processes out while a file is read, changed and written.
///
/// Ends with the process.
struct FileLock {
  private let file: Int32

  /// Takes the lock, and makes its directory if it is missing.
  init(path: String, directory: String) throws(VaultError) {
    try Self.makeDirectory(directory)
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw AtomicFile.failure("cannot open", path) }
    while flock(file, LOCK_EX) != 0 {
      guard errno == EINTR else { throw AtomicFile.failure("cannot lock", path) }
    }
  }

  func release() { close(file) }

  private static func makeDirectory(_ path: String) throws(VaultError) {
    var partial = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      partial += (partial.isEmpty || partial.hasSuffix("/") ? "" : "/") + part
      guard mkdir(partial, 0o700) == 0 || errno == EEXIST || errno == EISDIR else {
        throw AtomicFile.failure("cannot make", partial)
      }
    }
  }
}
