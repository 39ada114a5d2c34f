package import Foundation

/// Programs that tests need and that a machine may not have.
package enum InstalledProgram {
  /// A program that nobody can test without.
  package struct Missing: Error, CustomStringConvertible {
    /// The missing program, and the next step.
    package let description: String
  }

  /// Finds a program; nil if it is not installed.
  package static func find(_ name: String) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { URL(filePath: "\($0)/\(name)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Tells if the tests that need a program are to run: in continuous integration they fail if it
  /// is missing, so that they are not left out unseen.
  package static func isWanted(_ name: String) -> Bool {
    find(name) != nil || ProcessInfo.processInfo.environment["CI"] == "true"
  }

  /// Finds a program.
  ///
  /// - Parameters:
  ///   - name: The program.
  ///   - packages: The packages that bring it.
  /// - Returns: The program.
  /// - Throws: ``Missing`` if it is not installed.
  package static func required(_ name: String, from packages: String) throws -> URL {
    guard let program = find(name) else {
      throw Missing(
        description: "\(name) is missing: install \(packages) (Scripts/install-packages)")
    }
    return program
  }
}
