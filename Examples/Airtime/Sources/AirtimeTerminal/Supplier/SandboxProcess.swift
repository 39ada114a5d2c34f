import CountersignCommands
import Foundation
import Logging
import Synchronization

/// The sandbox supplier as a child process of a demo server, started again when it dies.
///
/// A child lives as long as the pipe on its standard input: the system closes that however the
/// server ends, by SIGKILL too.
final class SandboxProcess: Sendable {
  let url: String
  /// The input of the child that runs; nil once its end is wanted.
  private let input: Mutex<FileHandle?>

  private init(_ child: SandboxChild) {
    url = child.url
    input = Mutex(child.input)
  }

  /// Starts the child and waits until it listens.
  static func start(_ logger: Logger) async throws -> SandboxProcess {
    let child = try await SandboxChild.launch(port: 0)
    let sandbox = SandboxProcess(child)
    Task { await sandbox.watch(child, logger) }
    return sandbox
  }

  /// Ends the child.
  func end() {
    let last = input.withLock { input in
      defer { input = nil }
      return input
    }
    try? last?.close()
  }

  private var isEnding: Bool { input.withLock { $0 == nil } }

  /// Starts a new child in place of each that dies, at the same port.
  private func watch(_ first: SandboxChild, _ logger: Logger) async {
    var child: SandboxChild? = first
    let port = url.split(separator: ":").last.flatMap { Int($0) } ?? 0
    while !isEnding {
      if let ended = child?.ended {
        let status = await ended.first { _ in true }
        if isEnding { return }
        logger.warning(
          "the sandbox supplier has died and is started again",
          metadata: ["status": "\(status ?? 0)"])
      }
      // A pause, so that a child's quick end makes no busy loop.
      try? await Task.sleep(for: .seconds(1))
      child = try? await SandboxChild.launch(port: port)
      guard let next = child?.input else { continue }
      let isWanted = input.withLock { input in
        if input != nil { input = next }
        return input != nil
      }
      if !isWanted { try? next.close() }
    }
  }
}

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
