import Foundation
import Synchronization

/// A program that several threads may start and wait for at once, as `Process` does not allow.
package final class SpawnedProcess: Sendable {
  private let program: String
  private let pid: pid_t
  private let output: Int32
  /// The status that the system gave at its end; nil until somebody has waited for it.
  private let status = Mutex<Int32?>(nil)

  /// Starts a program; a quiet one's standard error goes nowhere.
  package init(_ program: String, _ arguments: [String], quiet isQuiet: Bool = false) throws {
    self.program = program
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw NotReady(line: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    output = ends[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    if isQuiet { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
    for file in 3..<Self.filesAtMost() { posix_spawn_file_actions_addclose(&actions, file) }
    // A thread may block signals, and a program that inherits that cannot be ended.
    var options = posix_spawnattr_t()
    posix_spawnattr_init(&options)
    defer { posix_spawnattr_destroy(&options) }
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&options, &blocked)
    posix_spawnattr_setflags(&options, Int16(POSIX_SPAWN_SETSIGMASK))
    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    let (words, names) = (
      ([program] + arguments).map { strdup($0) }, environment.map { strdup($0) }
    )
    defer { for text in words + names { free(text) } }
    var pid = pid_t()
    guard posix_spawnp(&pid, program, &actions, &options, words + [nil], names + [nil]) == 0 else {
      close(ends[0])
      throw NotReady(line: "\(program) does not start")
    }
    self.pid = pid
  }

  deinit { close(output) }

  /// More than the number of any open file, also of those that other threads open meanwhile.
  ///
  /// `Process` notices an end by a socket that closes with the program. Another program that held
  /// it, too, would keep that end a secret for as long as it runs.
  private static func filesAtMost() -> Int32 {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return (names.compactMap { Int32($0) }.max() ?? 255) + 256
  }

  /// The next line of its standard output.
  package func readLine() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1, byte != 10 { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Sends a signal, unless it has ended.
  package func signal(_ number: Int32) {
    status.withLock { status in
      if status == nil { kill(pid, number) }
    }
  }

  /// Waits for its end, and gives the system's status of it.
  @discardableResult
  package func awaitEnd() -> Int32 {
    status.withLock { status in
      if let status { return status }
      var found: Int32 = 0
      while waitpid(pid, &found, 0) < 0, errno == EINTR {}
      status = found
      return found
    }
  }

  /// True once it has ended.
  var hasEnded: Bool {
    status.withLock { status in
      if status != nil { return true }
      var found: Int32 = 0
      guard waitpid(pid, &found, WNOHANG) == pid else { return false }
      status = found
      return true
    }
  }

  /// Waits for its end, which must be a good one.
  ///
  /// - Throws: ``NotReady`` with its status.
  func requireSuccess() throws {
    let status = awaitEnd()
    guard status == 0 else { throw NotReady(line: "\(program) ended with status \(status)") }
  }
}
