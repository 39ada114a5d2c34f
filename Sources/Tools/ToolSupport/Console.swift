import Foundation
import Synchronization
@_exported public import WebAuthnModel

/// Writes for a person: answers to standard output, everything else to standard error.
public enum Console {
  /// The name of the program whose commands run.
  private static let program = Mutex("countersign")

  /// Sets the name by which errors, hints and examples call the program.
  package static func nameProgram(_ name: String) { program.withLock { $0 = name } }

  /// The label before the next step of an error.
  private static let hintLabel = Mutex("hint: ")

  /// Sets the label before the next step of an error, in the language of whoever reads it.
  package static func labelHints(_ label: String) { hintLabel.withLock { $0 = label } }

  /// Puts the program's name in place of `countersign` before the commands that a text names.
  package static func namingProgram(in text: String) -> String {
    let name = program.withLock { $0 }
    guard name != "countersign" else { return text }
    // A path that ends in the name is no command.
    return text.replacing(#/(^|[^/\w])countersign /#) { "\($0.1)\(name) " }
  }

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
      let width = WrappedText.columns(of: STDOUT_FILENO)
      for line in lines {
        print(WrappedText.broken(namingProgram(in: line), width: width))
      }
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
  public static func note(_ line: String) {
    let width = WrappedText.columns(of: STDERR_FILENO)
    tell(WrappedText.broken(namingProgram(in: line), width: width) + "\n")
  }

  /// Writes a question to standard error; the answer stands on the same line.
  package static func ask(_ text: String) {
    tell(WrappedText.broken(text, width: WrappedText.columns(of: STDERR_FILENO)))
  }

  /// Draws a picture to standard error, where its lines fit.
  ///
  /// - Parameter lines: The lines, all of the same length.
  /// - Returns: Nil where it is drawn; the columns that it takes, where the terminal has fewer.
  package static func draw(_ lines: [String]) -> Int? {
    let columns = lines.map { WrappedText.columns(in: $0) }.max() ?? 0
    if let width = WrappedText.columns(of: STDERR_FILENO), width < columns { return columns }
    for line in lines { tell(line + "\n") }
    return nil
  }

  /// Writes rows of a name and a value for a person, each value beneath itself where it is long.
  public static func table(_ rows: [(String, String)]) {
    let width = rows.map(\.0.count).reduce(9, max) + 1
    for (name, value) in rows {
      let space = String(repeating: " ", count: max(1, width - name.count))
      note(value, after: "  " + name + space, in: "")
    }
  }

  private static func tell(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Writes why a command failed, and what to do next.
  ///
  /// A person reads a sentence; where none is at the terminal, the reason's code follows it.
  package static func fail(_ failure: CommandFailure) {
    let code = isatty(STDERR_FILENO) == 1 ? nil : failure.code
    let label = program.withLock { $0 } + ": "
    note(failure.cause + (code.map { " (\($0))" } ?? ""), after: label, in: red)
    if let hint = failure.hint { note(hint, after: hintLabel.withLock(\.self), in: cyan) }
  }

  private static func note(_ text: String, after label: String, in colour: String) {
    let lines = WrappedText.lines(
      of: namingProgram(in: text), after: label, width: WrappedText.columns(of: STDERR_FILENO))
    tell(paint(label, colour, on: STDERR_FILENO) + lines.joined(separator: "\n") + "\n")
  }

  /// An id at the end of a line of a list, or of a document: small, since people read the rest.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - isNote: True where it goes to standard error.
  /// - Returns: The same, in faint letters where a terminal shows it.
  public static func small(_ id: String, isNote: Bool = false) -> String {
    paint(id, dim, on: isNote ? STDERR_FILENO : STDOUT_FILENO)
  }

  private static let red = "\u{1B}[31m"
  private static let cyan = "\u{1B}[36m"
  private static let dim = "\u{1B}[2m"

  /// Colour only on a terminal, and not where NO_COLOR says so (https://no-color.org).
  private static func paint(_ text: String, _ colour: String, on output: Int32) -> String {
    let isWanted = ProcessInfo.processInfo.environment["NO_COLOR"].map(\.isEmpty) ?? true
    return isWanted && !colour.isEmpty && isatty(output) == 1 ? colour + text + "\u{1B}[0m" : text
  }
}
