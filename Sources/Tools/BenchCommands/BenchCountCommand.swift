import ArgumentParser
import Foundation
import ToolSupport

/// `countersign bench count`: does one thing a number of times, for a tool that counts instructions
/// (`Scripts/bench-count`).
///
/// The difference between two runs of different lengths is what the thing itself takes.
struct BenchCountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "count", abstract: "Do one thing a number of times.", shouldDisplay: false)

  enum Subject: String, ExpressibleByArgument, CaseIterable {
    /// An assertion, from the bytes of its JSON to the verdict.
    case assertion
    /// Options, verify and top-up within this process.
    case approval
  }

  @Argument(help: "What is done.")
  var subject: Subject
  @Option(help: "How often.")
  var times = 1

  func run() async throws {
    switch subject {
    case .assertion:
      let signatures = try BareSignatures()
      for _ in 0..<times {
        guard try signatures.isVerified() else {
          throw CommandFailure(.refused, "an assertion of this benchmark does not verify")
        }
      }
    case .approval:
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "countersign-count-\(UUID().uuidString)").path
      try PrivateFile.makeFolder(folder)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let loopback = try await BenchLoopback(folder: folder)
      for _ in 0..<times { try await loopback.approve() }
      try await loopback.close()
    }
  }
}
