import Foundation

/// A process of this same program that is measured.
struct BenchChild: Sendable {
  let port: Int
  /// Where its standard error goes.
  let logFile: String
  /// How long it took from its start until it listened.
  let startSeconds: Double
  private let child: ChildProgram

  /// Starts it and waits until it says that it listens.
  static func launch(_ arguments: [String], logFile: String) async throws -> BenchChild {
    guard FileManager.default.createFile(atPath: logFile, contents: nil),
      let log = FileHandle(forWritingAtPath: logFile)
    else {
      throw CommandFailure(.environment, "the log \(logFile) cannot be written")
    }
    let start = ContinuousClock.now
    let child = try await ChildProgram.launch(arguments, errors: log)
    let duration = ContinuousClock.now - start
    guard let port = child.readyLine.split(separator: ":").last.flatMap({ Int($0) }) else {
      await child.end()
      throw CommandFailure(
        .environment, "the server says \(child.readyLine)", hint: "its log is \(logFile)")
    }
    return BenchChild(
      port: port, logFile: logFile, startSeconds: duration.inSeconds, child: child)
  }

  /// Starts it, and ends it once a body is through with it, however that ends.
  static func run<Outcome>(
    _ arguments: [String], logFile: String, _ body: (BenchChild) async throws -> Outcome
  ) async throws -> Outcome {
    let child = try await launch(arguments, logFile: logFile)
    let outcome: Result<Outcome, any Error>
    do {
      outcome = .success(try await body(child))
    } catch {
      outcome = .failure(error)
    }
    await child.end()
    return try outcome.get()
  }

  var processID: Int32 { child.processID }

  /// What it has used so far.
  var figures: ProcessFigures? { ProcessFigures(of: processID) }

  /// Ends it and waits until it has ended.
  func end() async { await child.end() }
}
