import Foundation
import ToolSupport

/// The folder of a restore mark, as a server that starts finds it.
struct RestoreMarkPlace {
  let folder: String

  /// Makes the folder where it is missing, and refuses one of no use: one that cannot be written,
  /// and in a container one that ends with the container.
  ///
  /// - Parameters:
  ///   - isInContainer: True if the server runs in a container.
  ///   - isLasting: Tells if a folder outlives the container.
  /// - Throws: `CommandFailure`.
  func prepare(
    isInContainer: Bool = Self.isInContainer(),
    isLasting: (String) -> Bool = Self.isLasting
  ) throws {
    do {
      try PrivateFile.makeFolder(folder)
    } catch let failure as CommandFailure {
      throw CommandFailure(
        .environment, "the restore mark cannot be kept: \(failure.cause)", hint: Self.hint)
    }
    guard isInContainer, !isLasting(folder) else { return }
    throw CommandFailure(
      .environment, "the restore mark would end with this container: \(folder) is on no volume",
      hint: Self.hint)
  }

  /// Tells if this process runs in a container, by the signs that their engines leave.
  static func isInContainer(
    _ environment: [String: String] = ProcessInfo.processInfo.environment,
    hasFile: (String) -> Bool = FileManager.default.fileExists
  ) -> Bool {
    ["container", "KUBERNETES_SERVICE_HOST"].contains { environment[$0]?.isEmpty == false }
      || ["/.dockerenv", "/run/.containerenv"].contains(where: hasFile)
  }

  /// Tells if a folder is on a volume: neither in memory nor in what the container has for itself.
  static func isLasting(_ folder: String) -> Bool {
    let path = URL(filePath: folder).resolvingSymlinksInPath().path(percentEncoded: false)
    let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
    return isLasting(path, mounts: mounts ?? "")
  }

  /// Tells the same of a path without links, by the mounts as `proc(5)` has them.
  ///
  /// A path on no mount that is known is not taken to last. What is mounted at `/` is the
  /// container's own, whatever file system it has: some engines give it a copy on the machine's.
  static func isLasting(_ path: String, mounts: String) -> Bool {
    var found: (length: Int, type: Substring)?
    for line in mounts.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count > 5, let dash = parts.firstIndex(of: "-"), dash + 1 < parts.count else {
        continue
      }
      let place = parts[4].replacing("\\040", with: " ")
      let isBelow = path == place || path.hasPrefix(place == "/" ? place : place + "/")
      // Of two mounts at one place the later one is seen.
      if isBelow, place.count >= found?.length ?? 0 { found = (place.count, parts[dash + 1]) }
    }
    return found.map { $0.length > 1 && !passing.contains($0.type) } ?? false
  }

  /// The file systems that end with a container, or with its machine.
  private static let passing: Set<Substring> = [
    "overlay", "aufs", "fuse-overlayfs", "fuse.fuse-overlayfs", "tmpfs", "ramfs",
  ]

  private static let hint =
    "name a folder with --restore-mark that lasts and is not put back with the database, as a "
    + "volume of its own; or give --restore-mark none, and a restored backup is not noticed"
}
