import Foundation

/// Writes for a person: answers to standard output, everything else to standard error.
enum Console {
  /// Writes a line to standard output, at once: scripts wait for some of them.
  static func print(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  /// Writes a line to standard error.
  static func note(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// Writes why a command failed, and what to do next.
  static func fail(_ failure: CommandFailure) {
    note(paint("countersign: ", red) + failure.cause)
    if let hint = failure.hint { note(paint("hint: ", cyan) + hint) }
  }

  /// Colour only on a terminal, and not where NO_COLOR says so (https://no-color.org).
  private static let hasColour =
    isatty(STDERR_FILENO) == 1
    && ProcessInfo.processInfo.environment["NO_COLOR"].map(\.isEmpty) ?? true

  private static let red = "\u{1B}[31m"
  private static let cyan = "\u{1B}[36m"

  private static func paint(_ text: String, _ colour: String) -> String {
    hasColour ? colour + text + "\u{1B}[0m" : text
  }
}
