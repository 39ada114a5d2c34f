import Foundation

/// The person at the terminal.
///
/// Questions go to standard error, so that standard output holds nothing but answers.
enum Terminal {
  /// Whether standard input is a terminal at all.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

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
    guard isInteractive else { return ask(question) }
    var shown = termios()
    tcgetattr(STDIN_FILENO, &shown)
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
      Console.note("")
    }
    return ask(question)
  }
}
