package import Foundation
import Synchronization

/// A program that runs beside a test and ends with it at the latest.
///
/// Foundation's `Process` looks through the open files of the tests before it starts a program.
/// With more than a thousand of them, as a test of many connections has, it reads past the list's
/// end and can crash.
package final class ChildProcess: Sendable {
  /// Its standard output.
  package let output = Pipe()
  private let ending: Ending

  /// Starts it.
  ///
  /// - Parameters:
  ///   - program: The program: its path, or a name that is looked for in `PATH`.
  ///   - arguments: Its arguments.
  ///   - errors: Its standard error, unless it has a terminal.
  ///   - input: Its standard input, unless it has a terminal; nil for an empty one.
  ///   - terminal: The terminal at which it is started; nil for none.
  ///   - showsOutput: True if its standard output is shown there too, and not kept.
  ///   - environment: What its environment has beside the tests' own.
  /// - Throws: ``NotReady`` for a program that does not start.
  package init(
    _ program: String, _ arguments: [String], errors: FileHandle = .nullDevice, input: Pipe? = nil,
    at terminal: PseudoTerminal? = nil, showsOutput: Bool = false,
    environment: [String: String] = [:]
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let files: [(FileHandle?, isRead: Bool)] = [
      (input?.fileHandleForReading ?? terminal?.inner, true),
      (showsOutput ? terminal?.inner : output.fileHandleForWriting, false),
      (terminal?.inner ?? errors, false),
    ]
    for (number, (file, isRead)) in zip(Int32(0)..., files) {
      if let file, file !== FileHandle.nullDevice {
        posix_spawn_file_actions_adddup2(&actions, file.fileDescriptor, number)
      } else {
        posix_spawn_file_actions_addopen(
          &actions, number, "/dev/null", isRead ? O_RDONLY : O_WRONLY, 0)
      }
    }
    // An end of a pipe that another program holds would stay open when the test closes its own.
    guard Self.closeFrom(&actions, 3) == 0 else { throw NotReady(line: "\(program): no memory") }
    // A thread may block signals; a program that inherited this could not be ended.
    var options = posix_spawnattr_t()
    posix_spawnattr_init(&options)
    defer { posix_spawnattr_destroy(&options) }
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&options, &blocked)
    posix_spawnattr_setflags(&options, Int16(POSIX_SPAWN_SETSIGMASK))
    let words = ([program] + arguments).map { strdup($0) }
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      .map { strdup("\($0.key)=\($0.value)") }
    defer { for text in words + variables { free(text) } }
    var pid = pid_t()
    let failure = posix_spawnp(&pid, program, &actions, &options, words + [nil], variables + [nil])
    guard failure == 0 else {
      throw NotReady(line: "\(program) does not start: \(String(cString: strerror(failure)))")
    }
    let ending = Ending(pid: pid)
    self.ending = ending
    // At once: while any program's end is not taken, Swift Testing's own wait for its exit tests
    // keeps a processor busy.
    Thread.detachNewThread { ending.wait() }
    try? output.fileHandleForWriting.close()
    try? input?.fileHandleForReading.close()
  }

  /// Starts the program in a file.
  package convenience init(
    _ program: URL, _ arguments: [String], errors: FileHandle = .nullDevice, input: Pipe? = nil,
    at terminal: PseudoTerminal? = nil, showsOutput: Bool = false,
    environment: [String: String] = [:]
  ) throws {
    try self.init(
      program.path(percentEncoded: false), arguments, errors: errors, input: input, at: terminal,
      showsOutput: showsOutput, environment: environment)
  }

  /// Closes all files of a program from a number on.
  ///
  /// Swift's overlay of glibc does not have the function.
  private static let closeFrom: CloseFrom = unsafeBitCast(
    dlsym(nil, "posix_spawn_file_actions_addclosefrom_np"), to: CloseFrom.self)
  private typealias CloseFrom =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

  /// Ends it by a signal and waits for its end.
  ///
  /// - Returns: Its exit status; the signal's number if the signal ended it.
  @discardableResult
  package func end(by signal: Int32) -> Int32 {
    send(signal)
    return awaitEnd()
  }

  /// Sends it a signal, unless it has ended.
  package func send(_ signal: Int32) { ending.send(signal) }

  /// True until it has ended.
  package var isRunning: Bool { ending.isRunning }

  /// Waits for its end.
  ///
  /// - Returns: Its exit status; the number of the signal that ended it.
  @discardableResult
  package func awaitEnd() -> Int32 {
    let status = ending.wait()
    return Self.signal(of: status) ?? (status >> 8) & 0xFF
  }

  /// The signal that ended it, which is waited for; nil where it ended by itself.
  package var endingSignal: Int32? { Self.signal(of: ending.wait()) }

  /// Waits for its end, which must be a good one.
  ///
  /// - Throws: ``NotReady`` with its status.
  package func requireSuccess() throws {
    let status = awaitEnd()
    guard status == 0 else { throw NotReady(line: "a program ended with status \(status)") }
  }

  deinit { if isRunning { end(by: SIGKILL) } }

  private static func signal(of status: Int32) -> Int32? {
    status & 0x7F == 0 ? nil : status & 0x7F
  }
}

/// The end of a program, for which several threads may wait.
private final class Ending: Sendable {
  private let pid: pid_t
  /// The status that the system gave at its end; nil until it was taken.
  private let status = Mutex<Int32?>(nil)

  init(pid: pid_t) { self.pid = pid }

  /// Waits for the end, and gives the system's status.
  @discardableResult
  func wait() -> Int32 {
    // Without the lock, so that others can send it a signal meanwhile. The number of a program
    // whose end was taken may be another one's.
    var end = siginfo_t()
    while status.withLock({ $0 == nil }),
      waitid(P_PID, id_t(pid), &end, WEXITED | WNOWAIT) < 0, errno == EINTR
    {}
    return status.withLock { take(&$0, 0) } ?? 0
  }

  var isRunning: Bool { status.withLock { take(&$0, WNOHANG) == nil } }

  /// Sends a signal, unless the end was taken: then the number may be another program's.
  func send(_ signal: Int32) {
    status.withLock { status in
      if status == nil { kill(pid, signal) }
    }
  }

  private func take(_ status: inout Int32?, _ options: Int32) -> Int32? {
    if status == nil {
      var found: Int32 = 0
      if waitpid(pid, &found, options) == pid { status = found }
    }
    return status
  }
}

/// The line by which a server says that it is ready.
package enum ReadyLine {
  /// Reads it and gives the address in it.
  package static func read(_ output: Pipe) throws -> String {
    let text = try next(of: output)
    guard text.hasPrefix("listening on http://localhost:") else { throw NotReady(line: text) }
    return String(text.dropFirst("listening on ".count))
  }

  /// The next line of a program's output, read byte by byte so that nothing after it is taken.
  package static func next(of output: Pipe) throws -> String {
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}

/// A program that did not come up.
package struct NotReady: Error {
  /// The line that it wrote instead.
  package let line: String

  /// A program that said this.
  package init(line: String) { self.line = line }
}
