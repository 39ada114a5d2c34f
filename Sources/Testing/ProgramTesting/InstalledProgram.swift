package import Foundation

/// Programs that tests need and that a machine may not have.
package enum InstalledProgram {
  /// A program that nobody can test without.
  package struct Missing: Error, CustomStringConvertible {
    /// What is missing, and what to do.
    package let description: String
  }

  /// Where a program is installed; nil where it is not.
  package static func find(_ name: String) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { URL(filePath: "\($0)/\(name)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Whether the tests that need a program are to run: in continuous integration they fail where it
  /// is missing, so that they are not left out unseen.
  package static func isWanted(_ name: String) -> Bool {
    find(name) != nil || ProcessInfo.processInfo.environment["CI"] == "true"
  }

  /// Where a program is installed.
  ///
  /// - Parameters:
  ///   - name: The program.
  ///   - packages: The packages that bring it.
  /// - Returns: The program.
  /// - Throws: ``Missing`` where it is not.
  package static func required(_ name: String, from packages: String) throws -> URL {
    guard let program = find(name) else {
      throw Missing(
        description: "\(name) is missing: install \(packages) (Scripts/install-packages)")
    }
    return program
  }
}
