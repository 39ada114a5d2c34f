import CountersignClient

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Keeps other processes out while a file is read, changed and written.
///
/// Ends with the process.
struct FileLock {
  private let file: Int32

  /// Takes the lock, and makes its directory where it is missing.
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
