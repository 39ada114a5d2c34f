import Foundation

/// A file system of a test's own, in a file: it can be filled, and its files can refuse writes.
///
/// It takes root, `mkfs.ext4`, `mount` with a loop device, and `chattr`.
package final class SmallDisk: Sendable {
  /// The folder at which it is mounted.
  package let path: String
  private let image: String

  /// True if this machine and this user can have one: tried once.
  package static let isPossible: Bool = (try? SmallDisk(megabytes: 8)) != nil

  /// The reason why tests that need one are left out.
  package static let need =
    "a full disk needs a file system of its own: run as root, with e2fsprogs and loop devices"

  /// Makes and mounts one.
  ///
  /// - Throws: ``NotReady`` if that is not possible here.
  package init(megabytes: Int64) throws {
    let name = NSTemporaryDirectory() + "/disk-\(UUID().uuidString.prefix(8))"
    (path, image) = (name, name + ".img")
    guard getuid() == 0, FileManager.default.createFile(atPath: image, contents: nil) else {
      throw NotReady(line: Self.need)
    }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      truncate(image, off_t(megabytes << 20))
      // No block is kept back for root, whose tests these are.
      try ChildProcess("mkfs.ext4", ["-q", "-F", "-m", "0", image]).requireSuccess()
      try ChildProcess("mount", ["-o", "loop", image, path]).requireSuccess()
    } catch {
      try? FileManager.default.removeItem(atPath: path)
      try? FileManager.default.removeItem(atPath: image)
      throw error
    }
  }

  deinit {
    // What still has a file open on it keeps it until it ends.
    try? ChildProcess("umount", ["--lazy", path]).requireSuccess()
    try? FileManager.default.removeItem(atPath: path)
    try? FileManager.default.removeItem(atPath: image)
  }

  /// Fills it to the last byte.
  package func fill() throws {
    let file = open(path + "/ballast", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw NotReady(line: "no ballast at \(path)") }
    defer { close(file) }
    lseek(file, 0, SEEK_END)
    for size in [1 << 20, 4096, 1] {
      let zeros = [UInt8](repeating: 0, count: size)
      while write(file, zeros, size) > 0 {}
    }
    // What the system counts as free until it writes it down.
    fsync(file)
  }

  /// Gives the room back.
  package func makeRoom() { unlink(path + "/ballast") }

  /// Has files refuse every write, also of whoever has them open, or take them again.
  package func setReadOnly(_ isReadOnly: Bool, _ files: [String]) throws {
    let present = files.filter { FileManager.default.fileExists(atPath: $0) }
    try ChildProcess("chattr", [isReadOnly ? "+i" : "-i"] + present).requireSuccess()
  }
}
