import Foundation
import ProgramTesting

/// The classes of `clients/android`, compiled once for all tests of a run.
enum JVMClasses {
  /// The repository's root, found from this file's place in it.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../..").standardizedFileURL

  /// The class path of everything that was compiled.
  static let path = Result {
    _ = try InstalledProgram.required("javac", from: JVMDriver.package)
    let build = try ChildProcess(
      root.appending(path: "clients/android/build"), [], errors: .standardError)
    guard build.awaitEnd() == 0 else {
      throw JVMDriver.Failure(description: "clients/android does not compile; javac said why")
    }
    return ["library", "standins", "example", "shop", "conformance"]
      .map { root.appending(path: ".build/clients/android/\($0)").path }.joined(separator: ":")
  }
}
