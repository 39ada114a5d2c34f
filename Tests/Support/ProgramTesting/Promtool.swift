import Foundation

/// Prometheus' own tool, if the machine has it or `make verify STEPS=promtool` has fetched it.
package enum Promtool {
  private static let url = URL(
    filePath: ProcessInfo.processInfo.environment["COUNTERSIGN_PROMTOOL"] ?? "/usr/bin/promtool")

  /// Tells that it is there.
  package static var isInstalled: Bool {
    FileManager.default.isExecutableFile(atPath: url.path)
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - input: Its standard input.
  /// - Returns: The outcome.
  /// - Throws: The error of a program that does not start.
  package static func run(
    _ arguments: [String], input: [UInt8] = []
  ) async throws -> BuiltProgram.Outcome {
    try await BuiltProgram.run(arguments, input: input, program: url)
  }
}
