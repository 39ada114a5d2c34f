import Foundation

/// One run of the sandbox supplier.
struct SandboxChild: Sendable {
  let url: String
  /// Its standard input: it ends when this is closed.
  let input: FileHandle
  /// Gives its exit code when it has ended.
  let ended: AsyncStream<Int32>

  /// Starts it and waits until it listens.
  static func launch(port: Int) async throws -> SandboxChild {
    guard let program = Bundle.main.executableURL else {
      throw CommandFailure(.environment, "this program cannot find its own file")
    }
    let process = Process()
    let input = Pipe()
    let output = Pipe()
    process.executableURL = program
    process.arguments = ["supplier", "sandbox", "--port", "\(port)", "--until-input-ends"]
    process.standardInput = input
    process.standardOutput = output
    let (ended, continuation) = AsyncStream<Int32>.makeStream()
    process.terminationHandler = { continuation.yield($0.terminationStatus) }
    do {
      try process.run()
    } catch {
      throw CommandFailure(.environment, "the sandbox supplier cannot be started: \(error)")
    }
    // Only the child may hold this end, or it would never see it close.
    try? input.fileHandleForReading.close()
    guard let line = await firstLine(of: output.fileHandleForReading),
      let address = line.split(separator: " ").last, line.hasPrefix("listening on ")
    else {
      throw CommandFailure(.environment, "the sandbox supplier has ended before it listened")
    }
    return SandboxChild(
      url: String(address), input: input.fileHandleForWriting, ended: ended)
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
