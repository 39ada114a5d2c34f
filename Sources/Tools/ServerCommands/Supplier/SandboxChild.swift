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
    let input = Pipe()
    let child = try await ChildProgram.launch(
      ["supplier", "sandbox", "--port", "\(port)", "--until-input-ends"],
      input: input.fileHandleForReading)
    guard let address = child.readyLine.split(separator: " ").last,
      child.readyLine.hasPrefix("listening on ")
    else {
      throw CommandFailure(.environment, "the sandbox supplier says \(child.readyLine)")
    }
    return SandboxChild(
      url: String(address), input: input.fileHandleForWriting, ended: child.ended)
  }
}
