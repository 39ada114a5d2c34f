import Foundation
public import WebAuthnModel

/// Writes for a person: answers to standard output, everything else to standard error.
public enum Console {
  /// Writes a line to standard output, at once: scripts wait for some of them.
  ///
  /// Where that cannot be done the process ends: whoever reads it must not take what is missing for
  /// all there is.
  public static func print(_ line: String) {
    do throws(CommandFailure) {
      try write(line)
    } catch {
      fail(error)
      exit(error.exit.rawValue)
    }
  }

  /// Writes a command's result: as one line of JSON if that is wanted, else in lines.
  ///
  /// - Parameters:
  ///   - lines: The result in words.
  ///   - json: The same as an object or an array.
  ///   - isJSON: True if JSON is wanted.
  public static func print(_ lines: [String], _ json: JSONValue, asJSON isJSON: Bool) {
    guard isJSON else {
      for line in lines { print(line) }
      return
    }
    print(String(decoding: json.serialized(), as: UTF8.self))
  }

  /// Writes a line to standard output, for a command that has something to undo where nobody can
  /// read it.
  ///
  /// - Throws: `CommandFailure` where the line cannot be written.
  package static func write(_ line: String) throws(CommandFailure) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    } catch {
      throw CommandFailure(
        .environment, "standard output cannot be written",
        hint: "is the disk full, or has the reader ended?")
    }
  }

  /// Writes a line to standard error; where that cannot be done, there is nobody to tell.
  public static func note(_ line: String) { ask(line + "\n") }

  /// Writes a question to standard error; the answer stands on the same line.
  package static func ask(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Writes why a command failed, and what to do next.
  package static func fail(_ failure: CommandFailure) {
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
