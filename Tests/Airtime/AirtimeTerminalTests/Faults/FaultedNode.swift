import CountersignClient
import CountersignTesting
import CountersignTransport
import Foundation
import ProgramTesting
import SecretSearch
import Synchronization

/// A server of the load's, which is killed, stopped, and started again at its port.
final class FaultedNode: Sendable {
  /// The origin for which keys sign.
  let origin: String
  /// The load's way to it.
  let transport: any Transport
  /// What notes the secrets that pass.
  let watch: SecretWatch
  private let http: HTTPTransport
  private let folder: String
  private let port: Int
  private let options: [String]
  private let server: Mutex<DemoServer>

  /// Starts it.
  ///
  /// - Parameters:
  ///   - folder: The folder of its state.
  ///   - port: Its port.
  ///   - origin: The origin of all nodes; nil for its own.
  ///   - options: More options of `serve`.
  /// - Throws: `NotReady` if it does not come up.
  init(folder: String, port: Int, origin: String?, options: [String]) throws {
    let originOption = origin.map { ["--origin", $0] } ?? []
    let options = options + originOption + ["--log-level", "error"]
    (self.folder, self.port, self.options) = (folder, port, options)
    let first = try DemoServer(
      BuiltProgram.airtime, folder: folder, port: port, options: options)
    guard let address = ServerAddress(first.address) else { throw NotReady(line: first.address) }
    self.origin = origin ?? first.address
    watch = first.watch
    http = HTTPTransport(address: address)
    transport = WatchedTransport(http, watch)
    server = Mutex(first)
  }

  /// The file of the mail that it sent.
  var mailbox: String { folder + "/mailbox.jsonl" }

  /// Kills it.
  func kill() async throws {
    try await offPool { self.server.withLock { _ = $0.end(by: SIGKILL) } }
  }

  /// Stops it where it is, or has it go on.
  func stop(_ isStopped: Bool) { server.withLock { $0.send(isStopped ? SIGSTOP : SIGCONT) } }

  /// Tries to start it, and waits until it serves or has given up.
  ///
  /// - Throws: `NotReady` if it does not serve.
  func tryToStart() async throws { try await offPool { try self.start(tries: 1) } }

  private func start(tries: Int) throws {
    try server.withLock { server in
      if !server.isRunning {
        server = try DemoServer(
          BuiltProgram.airtime, folder: folder, port: port, options: options, tries: tries)
      }
    }
  }

  /// Starts it where it has ended, as an init system does, until it serves.
  ///
  /// - Throws: `NotReady` if it does not serve within a minute.
  func start() async throws {
    try await offPool {
      let end = ContinuousClock.now + .seconds(60)
      while true {
        do {
          return try self.start(tries: 10)
        } catch let error as NotReady {
          guard ContinuousClock.now < end else { throw error }
          Thread.sleep(forTimeInterval: 0.1)
        }
      }
    }
  }

  /// Ends it as an operator does.
  ///
  /// - Returns: Its exit status.
  func end() async throws -> Int32 {
    let status = try await offPool {
      self.server.withLock { $0.isRunning ? $0.end(by: SIGTERM) : -1 }
    }
    await http.shutdown()
    return status
  }
}

/// Does what blocks on a thread of its own, so that the load has those of the tasks.
func offPool<Outcome: Sendable>(
  _ body: @escaping @Sendable () throws -> Outcome
) async throws -> Outcome {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}

/// `countersign supplier sandbox` as a process of its own that fails, delays, hangs and answers
/// garbage.
final class MisbehavingSupplier {
  let address: String
  private let process: ChildProcess

  init(hangs: Bool) throws {
    process = try ChildProcess(
      BuiltProgram.airtime,
      [
        "supplier", "sandbox", "--port", "0", "--fail", "0.2", "--delay", "10", "--hang",
        hangs ? "0.02" : "0", "--garbage", "0.1",
      ])
    address = try ReadyLine.read(process.output)
  }
}
