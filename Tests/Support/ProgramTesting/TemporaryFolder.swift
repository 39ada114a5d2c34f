import Foundation

/// A folder with the life of its value.
package final class TemporaryFolder: Sendable {
  /// The path of the folder.
  package let path: String

  /// Makes it, for this user only.
  package init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  package func file(_ name: String) -> String { path + "/" + name }
}
