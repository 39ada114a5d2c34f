import Foundation
import ToolSupport

/// A process of this same program that is measured.
struct BenchChild: Sendable {
  let port: Int
  /// The file of its standard error.
  let logFile: String
  /// The time from its start until it listened.
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

  /// Its use of the machine so far.
  var figures: ProcessFigures? { ProcessFigures(of: processID) }

  /// Ends it and waits until it has ended.
  func end() async { await child.end() }
}

/// The system's figures of a process, read from `/proc`.
struct ProcessFigures: Sendable {
  /// CPU time in user and in kernel mode, all threads, without child processes.
  let cpuSeconds: Double
  /// The most memory that was resident at once.
  let peakMemoryBytes: Int

  init?(of process: Int32) {
    guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    else { return nil }
    // The program's name stands in brackets and can hold anything; the fields after it cannot.
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return nil
    }
    cpuSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kibibytes = peak?.split(whereSeparator: \.isWhitespace).dropFirst().first
    peakMemoryBytes = (kibibytes.flatMap { Int($0) } ?? 0) * 1024
  }
}

/// The CPU time of the calling thread.
func threadCPUSeconds() -> Double {
  withUnsafeTemporaryAllocation(of: timespec.self, capacity: 1) { time in
    guard let place = time.baseAddress else { return 0 }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, place)
    // Seconds and nanoseconds by their places: which module their names come from depends on what
    // else the program is built of.
    let parts = UnsafeRawBufferPointer(time).bindMemory(to: Int.self)
    return Double(parts[0]) + Double(parts[1]) / 1e9
  }
}
