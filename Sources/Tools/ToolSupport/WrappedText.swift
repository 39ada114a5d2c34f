import Foundation

/// A text in lines that fit a terminal: words stay whole, and further lines stand beneath the first
/// word after the label.
package enum WrappedText {
  /// Breaks a text at its spaces.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - label: What stands before its first line.
  ///   - width: How many columns there are; nil where that is not known, or is no matter.
  /// - Returns: The lines after the label.
  package static func lines(of text: String, after label: String, width: Int?) -> [String] {
    guard let width, width > label.count + narrowest else { return [text] }
    let room = width - label.count
    guard columns(in: text) > room else { return [text] }
    let indent = String(repeating: " ", count: label.count)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !line.isEmpty, columns(in: line) + 1 + columns(in: word) > room {
        while line.hasSuffix(" ") { line.removeLast() }
        lines.append(line)
        line = String(word)
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    lines.append(line)
    return lines.enumerated().map { $0.offset == 0 ? $0.element : indent + $0.element }
  }

  /// A line, broken where a terminal is too narrow for it; further lines stand two columns in from
  /// its first word.
  ///
  /// - Parameters:
  ///   - line: The line, which may begin with spaces.
  ///   - width: How many columns there are; nil where that is not known, or is no matter.
  /// - Returns: The same, in lines.
  package static func broken(_ line: String, width: Int?) -> String {
    guard let width, columns(in: line) > width, !line.dropLast().contains("\n") else { return line }
    let spaces = line.prefix { $0 == " " }
    let rest = String(line.dropFirst(spaces.count))
    return spaces + lines(of: rest, after: spaces + "  ", width: width).joined(separator: "\n")
  }

  /// A command's help, with its usage broken between the options and never within one.
  ///
  /// - Parameters:
  ///   - help: The help, whose usage stands in a long line.
  ///   - width: How many columns there are; nil where that is not known, or is no matter.
  /// - Returns: The same, in lines.
  package static func usage(in help: String, width: Int?) -> String {
    let label = "USAGE: "
    let helpLines = help.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = helpLines.firstIndex(where: { $0.hasPrefix(label) }) else { return help }
    let end = helpLines[first...].firstIndex { $0.isEmpty } ?? helpLines.endIndex
    let usage = helpLines[first..<end].map { line in
      let start = String(line.prefix(label.count))
      let broken = lines(of: joined(line.dropFirst(label.count)), after: start, width: width)
      return start + broken.joined(separator: "\n").replacing("\u{A0}", with: " ")
    }
    return (helpLines[..<first].map(String.init) + usage + helpLines[end...].map(String.init))
      .joined(separator: "\n")
  }

  /// A usage whose options are one word each: U+00A0 stands in them for a space.
  private static func joined(_ usage: Substring) -> String {
    var (depth, before, text) = (0, "", "")
    for word in usage.split(separator: " ", omittingEmptySubsequences: false) {
      let isValue = depth > 0 || (before.hasPrefix("-") && word.hasPrefix("<"))
      text += (text.isEmpty ? "" : isValue ? "\u{A0}" : " ") + word
      depth += word.count { $0 == "[" } - word.count { $0 == "]" }
      before = String(word)
    }
    return text
  }

  /// The columns of the terminal that help is shown on, or that `COLUMNS` tells; nil for neither.
  package static var helpColumns: Int? {
    columns(of: STDOUT_FILENO) ?? ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init)
  }

  /// The columns that a text takes, without the marks of its colors.
  static func columns(in text: some StringProtocol) -> Int {
    guard text.contains("\u{1B}") else { return text.count }
    return text.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated()
      .map { part in part.offset == 0 ? part.element : part.element.drop { $0 != "m" }.dropFirst() }
      .reduce(0) { $0 + $1.count }
  }

  /// The columns of the terminal that an output is shown on; nil where it is none.
  static func columns(of output: Int32) -> Int? {
    var size = winsize()
    guard isatty(output) == 1, ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }

  /// Beneath so many columns nothing is gained by breaking lines.
  private static let narrowest = 12
}
