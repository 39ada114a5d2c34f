import Foundation
import ProgramTesting
import Testing

@Suite("bench that is interrupted", .serialized, .timeLimit(.minutes(5)))
struct BenchInterruptionTests {
  @Test("it leaves neither a process nor a folder behind, and is refused")
  func interrupted() async throws {
    let folder = try TemporaryFolder()
    let errors = Pipe()
    let bench = try ChildProcess(
      BuiltProgram.named("countersign-bench"),
      ["--clients", "2", "--seconds", "30", "--data", folder.path],
      errors: errors.fileHandleForWriting)
    try errors.fileHandleForWriting.close()
    var said = try ReadyLine.next(of: errors)
    while !said.hasPrefix("round 1 ") {
      guard !said.isEmpty else { throw NotReady(line: "bench has ended") }
      said = try ReadyLine.next(of: errors)
    }
    // Its server, and the bare one.
    #expect(try processes(loggingUnder: folder).count >= 2)
    #expect(bench.end(by: SIGTERM) == 1)
    let rest = try errors.fileHandleForReading.readToEnd() ?? Data()
    #expect(String(decoding: rest, as: UTF8.self).contains("countersign: interrupted"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    // The server's own supplier ends once it sees that its input has.
    while try !processes(loggingUnder: folder).isEmpty {
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// The processes whose standard error is a file in a folder, even where that is removed by now.
  private func processes(loggingUnder folder: TemporaryFolder) throws -> [Int32] {
    let name = URL(filePath: folder.path).lastPathComponent
    return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
      .filter { process in
        let log = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/\(process)/fd/2")
        return log?.contains("/\(name)/") == true
      }
  }
}
