package import Foundation
package import SecretSearch

/// The programs as they were built.
package enum BuiltProgram {
  /// The outcome of a run.
  package struct Outcome: Sendable {
    /// The exit status.
    package let status: Int32
    /// The text on standard output.
    package let output: String
    /// The text on standard error.
    package let errors: String
  }

  /// The place of `countersign`: beside the tests, unless the environment of another package names
  /// another.
  package static var url: URL {
    if let path = ProcessInfo.processInfo.environment["COUNTERSIGN_PROGRAM"] {
      return URL(filePath: path)
    }
    let folder = Bundle.main.executableURL?.deletingLastPathComponent()
    return (folder ?? URL(filePath: ".")).appending(path: "countersign")
  }

  /// The airtime shop's program.
  package static var airtime: URL { named("airtime") }

  /// The place of another program of the same build.
  package static func named(_ name: String) -> URL {
    url.deletingLastPathComponent().appending(path: name)
  }

  /// Runs it, or another program, to its end, with more in its environment; a watch notes the
  /// secrets among its arguments and its standard error.
  package static func run(
    _ arguments: [String], input: [UInt8] = [], program: URL = url, watch: SecretWatch? = nil,
    environment: [String: String] = [:]
  ) async throws -> Outcome {
    let watch = watch ?? SecretWatch("countersign " + arguments.prefix(2).joined(separator: " "))
    for (option, value) in zip(arguments, arguments.dropFirst())
    where ["--code", "--new-pin", "--old-pin", "--pin"].contains(option) {
      watch.note(option, value)
    }
    signal(SIGPIPE, SIG_IGN)
    return try await withCheckedThrowingContinuation { continuation in
      // Off the cooperative threads: the pipes are read until the process ends.
      DispatchQueue.global().async {
        do {
          let (standardInput, errors) = (Pipe(), Pipe())
          let process = try ChildProcess(
            program, arguments, errors: errors.fileHandleForWriting, input: standardInput,
            environment: environment)
          try? errors.fileHandleForWriting.close()
          // A program that ended before it read shows in its status.
          try? standardInput.fileHandleForWriting.write(contentsOf: input)
          try? standardInput.fileHandleForWriting.close()
          let text = process.output.fileHandleForReading.readDataToEndOfFile()
          let remarks = errors.fileHandleForReading.readDataToEndOfFile()
          let status = process.awaitEnd()
          for line in remarks.split(separator: UInt8(ascii: "\n")) {
            watch.keep(.errors, String(decoding: line, as: UTF8.self))
          }
          continuation.resume(
            returning: Outcome(
              status: status, output: String(decoding: text, as: UTF8.self),
              errors: String(decoding: remarks, as: UTF8.self)))
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }
}
