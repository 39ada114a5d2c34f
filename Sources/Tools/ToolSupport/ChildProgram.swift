public import Foundation

/// A run of this same program as a child process, which says in one line that it is ready.
public struct ChildProgram: Sendable {
  /// The line that it printed first.
  public let readyLine: String
  /// The process.
  public let processID: Int32
  /// Gives its exit code when it has ended.
  public let ended: AsyncStream<Int32>
  private let process: Process

  /// Starts it and waits until it is ready.
  ///
  /// - Parameters:
  ///   - arguments: The command.
  ///   - input: Its standard input; nil for none. The caller's own copy is closed, so that the
  ///     child alone holds that end.
  ///   - errors: The file for its standard error; nil for that of this process.
  /// - Returns: The child, ready.
  /// - Throws: `CommandFailure` where it cannot be started or ends before it is ready.
  public static func launch(
    _ arguments: [String], input: FileHandle? = nil, errors: FileHandle? = nil
  ) async throws -> ChildProgram {
    let name = arguments.prefix(2).joined(separator: " ")
    guard let program = Bundle.main.executableURL else {
      throw CommandFailure(.environment, "this program cannot find its own file")
    }
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = output
    if let errors { process.standardError = errors }
    let (ended, continuation) = AsyncStream<Int32>.makeStream()
    process.terminationHandler = {
      continuation.yield($0.terminationStatus)
      continuation.finish()
    }
    do {
      try process.run()
    } catch {
      throw CommandFailure(.environment, "countersign \(name) cannot be started: \(error)")
    }
    try? input?.close()
    guard let line = await firstLine(of: output.fileHandleForReading) else {
      throw CommandFailure(.environment, "countersign \(name) has ended before it was ready")
    }
    return ChildProgram(
      readyLine: line, processID: process.processIdentifier, ended: ended, process: process)
  }

  /// Ends it and waits until it has ended, also where the caller is cancelled.
  public func end() async {
    process.terminate()
    // A task of its own: a cancelled one would not wait.
    await Task { for await _ in ended {} }.value
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
