import ArgumentParser
import Foundation
import ToolSupport
import WireModel

/// `countersign-bench count`: does one thing a number of times, for a tool that counts instructions
/// (`Benchmarks/bench-count`).
///
/// The difference between two runs of different lengths is what the thing itself takes.
struct BenchCountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "count", abstract: "Do one thing a number of times.", shouldDisplay: false)

  @Argument(help: "assertion, approval or step-up.")
  var subject: String
  @Option(help: "How often.")
  var times = 1
  // The program has the flag --bound, and reads it before this command could.
  @ParentCommand var bench: BenchCommand

  func run() async throws {
    // An assertion, from the bytes of its JSON to the verdict; all else, within this process.
    guard subject != "assertion" else { return try verifyAssertions() }
    let benchmarks: [any Benchmark] = [DeclaredApproval()] + BenchCommand.additions
    guard let benchmark = benchmarks.first(where: { $0.name == subject }) else {
      throw CommandFailure(
        .wrongUse, "nothing is called \(subject)",
        hint: "give one of \((["assertion"] + benchmarks.map(\.name)).joined(separator: ", "))")
    }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "countersign-count-\(UUID().uuidString)").path
    try PrivateFile.makeFolder(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let loopback = try await BenchLoopback(
      benchmark, folder: folder, tokens: bench.options.bound ? .dpop : .bearer)
    for _ in 0..<times { try await loopback.approve() }
    try await loopback.close()
  }

  private func verifyAssertions() throws {
    let signatures = try BareSignatures()
    for _ in 0..<times {
      guard try signatures.isVerified() else {
        throw CommandFailure(.refused, "an assertion of this benchmark does not verify")
      }
    }
  }
}
