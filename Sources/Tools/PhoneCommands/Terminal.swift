import Foundation
import Synchronization

/// The person at the terminal.
///
/// Questions go to standard error, so that standard output holds nothing but answers.
enum Terminal {
  /// Whether standard input is a terminal at all.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

  /// Asks for a line; nil at the end of input, and where the question is taken back.
  static func ask(_ question: String) -> String? {
    // What was typed before the question is no answer to it.
    if isInteractive { tcflush(STDIN_FILENO, TCIFLUSH) }
    Console.ask(question + " ")
    guard hasLine() else {
      Console.note("")
      return nil
    }
    guard let line = readLine() else {
      ended.withLock { $0 = true }
      return nil
    }
    return line.trimmingCharacters(in: .whitespaces)
  }

  /// Whether the input has come to its end: nobody answers any more, however often is asked.
  static var hasEnded: Bool { ended.withLock { $0 } }

  private static let ended = Mutex(false)

  /// Waits until a person has typed a line, or until the task that asks is cancelled.
  private static func hasLine() -> Bool {
    guard isInteractive else { return true }
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while !Task.isCancelled {
      if poll(&input, 1, 100) != 0 { return true }
    }
    return false
  }

  /// Asks for yes or no; anything but yes is no.
  static func confirm(_ question: String) -> Bool {
    ["y", "yes"].contains(ask(question + " [y/N]")?.lowercased())
  }

  /// Asks for a secret that is not shown while it is typed.
  static func askSecret(_ question: String) -> String? {
    guard isInteractive else { return ask(question) }
    HiddenTyping.begin()
    defer {
      HiddenTyping.end()
      Console.note("")
    }
    return ask(question)
  }
}
