import Foundation
import ProgramTesting
import SecretSearch

/// A program of `clients/android` in a JVM, which asks and answers by lines.
///
/// It ends with its input, at the latest with this value.
final class JVMDriver: Sendable {
  private let process: ChildProcess
  private let input = Pipe()

  /// The client could not be built, or it stopped answering.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// True if the tests that need it are to run.
  static var isWanted: Bool { InstalledProgram.isWanted("javac") }
  /// The package that brings it.
  static let package = "openjdk-17-jdk-headless"

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: Its class and its arguments, after options of the JVM.
  ///   - watch: What keeps its standard error.
  /// - Throws: Where there is no JDK, or the client does not compile.
  init(_ arguments: [String], watch: SecretWatch) throws {
    process = try ChildProcess(
      try InstalledProgram.required("java", from: Self.package),
      ["-XX:TieredStopAtLevel=1", "-cp", try JVMClasses.path.get()] + arguments,
      errors: watch.errorFile(), input: input)
  }

  /// Gives it a line, and reads its next one.
  func tell(_ line: some Sequence<UInt8>) async throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data(Array(line) + [10]))
    return try await withCheckedThrowingContinuation { continuation in
      // Off the cooperative threads: the line is read until it is whole.
      DispatchQueue.global().async { [process] in
        // One that hangs is ended, and its output with it. Checks have the patience to say before
        // what they waited for.
        let watchdog = DispatchWorkItem { process.end(by: SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 180, execute: watchdog)
        let line = try? ReadyLine.next(of: process.output)
        watchdog.cancel()
        continuation.resume(
          with: Result {
            guard let line, !line.isEmpty else {
              throw Failure(description: "the JVM's client gave no answer")
            }
            return line
          })
      }
    }
  }
}

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
    return ["library", "checks", "standins", "example"]
      .map { root.appending(path: ".build/clients/android/\($0)").path }.joined(separator: ":")
  }
}
