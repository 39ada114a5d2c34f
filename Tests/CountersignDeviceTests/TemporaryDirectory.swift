import Foundation

/// A directory that goes when the test is done with it.
final class TemporaryDirectory: Sendable {
  let path: String

  init() {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("countersign-" + UUID().uuidString).path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func permissions(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  func contents(_ name: String) -> Data? {
    FileManager.default.contents(atPath: path + "/" + name)
  }

  func write(_ data: Data, _ name: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: path + "/" + name))
  }
}
