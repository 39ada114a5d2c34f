import ArgumentParser
import Foundation

/// The person at the terminal.
///
/// Answers go to standard output, questions and causes to standard error.
enum Terminal {
  static func say(_ line: String) { print(line) }

  static func remark(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// Asks for a line; nil at the end of input.
  static func ask(_ question: String) -> String? {
    FileHandle.standardError.write(Data((question + " ").utf8))
    return readLine()?.trimmingCharacters(in: .whitespaces)
  }

  /// Asks for yes or no; anything but yes is no.
  static func confirm(_ question: String) -> Bool {
    ["y", "yes"].contains(ask(question + " [y/N]")?.lowercased())
  }

  /// Asks for a secret that is not shown while it is typed.
  static func askSecret(_ question: String) -> String? {
    guard isatty(STDIN_FILENO) == 1 else { return ask(question) }
    var shown = termios()
    tcgetattr(STDIN_FILENO, &shown)
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
      remark("")
    }
    return ask(question)
  }

  /// Runs a command's work; says why it failed and ends with its exit code.
  static func run(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch let failure as PhoneFailure {
      remark("countersign: " + failure.cause)
      if let hint = failure.hint { remark("hint: " + hint) }
      throw ExitCode(failure.kind.rawValue)
    }
  }
}
