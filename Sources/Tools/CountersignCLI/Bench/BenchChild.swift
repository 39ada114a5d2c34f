import Foundation

/// A process of this same program that is measured.
struct BenchChild: Sendable {
  let port: Int
  let processID: Int32
  /// Where its standard error goes.
  let logFile: String
  private let process: Process

  /// Starts it and waits until it says that it listens.
  static func launch(_ arguments: [String], logFile: String) async throws -> BenchChild {
    guard let program = Bundle.main.executableURL else {
      throw CommandFailure(.environment, "this program cannot find its own file")
    }
    guard FileManager.default.createFile(atPath: logFile, contents: nil) else {
      throw CommandFailure(.environment, "the log \(logFile) cannot be written")
    }
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: logFile)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    guard let line = await firstLine(of: output.fileHandleForReading),
      let port = line.split(separator: ":").last.flatMap({ Int($0) })
    else {
      throw CommandFailure(
        .environment, "the server ended before it listened", hint: "its log is \(logFile)")
    }
    return BenchChild(
      port: port, processID: process.processIdentifier, logFile: logFile, process: process)
  }

  /// What it has used so far.
  var figures: ProcessFigures? { ProcessFigures(of: processID) }

  /// Ends it and waits until it has ended.
  func end() async {
    process.terminate()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      DispatchQueue.global().async {
        process.waitUntilExit()
        continuation.resume()
      }
    }
  }

  private static func firstLine(of handle: FileHandle) async -> String? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var received: [UInt8] = []
        while let chunk = try? handle.read(upToCount: 1), let byte = chunk.first {
          if byte == UInt8(ascii: "\n") {
            continuation.resume(returning: String(decoding: received, as: UTF8.self))
            return
          }
          received.append(byte)
        }
        continuation.resume(returning: nil)
      }
    }
  }
}
