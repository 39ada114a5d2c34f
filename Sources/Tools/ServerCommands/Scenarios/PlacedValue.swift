/// A place in a file, line and column counted from 1; a column is a Unicode scalar.
struct FilePlace: Sendable, Hashable, Comparable, CustomStringConvertible {
  var line: Int
  var column: Int

  /// The place of a fault of the whole file.
  static let start = FilePlace(line: 1, column: 1)

  var description: String { "\(line):\(column)" }

  static func < (left: FilePlace, right: FilePlace) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  /// Goes past a character; a carriage return before a line feed counts with it.
  mutating func pass(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
    if scalar == "\n" || (scalar == "\r" && next != "\n") {
      line += 1
      column = 1
    } else {
      column += 1
    }
  }
}

/// A value of a file with its place.
struct PlacedValue: Sendable {
  enum Content: Sendable {
    /// A text, a number or a flag, as it was written; quotes tell a text from the others.
    case text(String, isQuoted: Bool)
    case list([PlacedValue])
    case members([PlacedMember])
    /// A value with a fault of its own, of which no more is said.
    case refused
  }

  let content: Content
  let place: FilePlace
}

/// A name with its value, and the name's place.
struct PlacedMember: Sendable {
  let name: String
  let place: FilePlace
  let value: PlacedValue
}

/// The way to a value, as in `scenarios.PAY_INVOICE.fields[2].label.de`.
struct FieldPath: Sendable, Hashable, CustomStringConvertible {
  let description: String

  static let root = FieldPath(description: "")

  /// The path of an object's member; a name of unusual letters stands in quotes.
  func member(_ name: String) -> FieldPath {
    let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0 != 0x2e && 0x21...0x7e ~= $0 }
    let shown = name.count > 64 ? name.prefix(64) + "…" : name[...]
    let step = isPlain ? String(shown) : "\"\(shown)\""
    return FieldPath(description: self == .root ? step : "\(description).\(step)")
  }

  /// The path of a list's element, counted from 0.
  func element(_ index: Int) -> FieldPath { FieldPath(description: "\(description)[\(index)]") }
}
