import WebAuthnModel

/// Writes facts as lines for a person, or as JSON for a script.
enum ReportText {
  /// One line of compact JSON.
  static func json(_ facts: JSONObject, after first: JSONObject = [:]) -> String {
    var object = first
    for name in facts.names { object[name] = facts[name] }
    return String(decoding: JSONValue.object(object).serialized(), as: UTF8.self)
  }

  /// A line for each fact, its parts indented below it.
  static func lines(of facts: JSONObject, indentation: Int = 0) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    return facts.names.flatMap { name -> [String] in
      let label = margin + printable(name) + ":"
      switch facts[name] {
      case .object(let parts)?:
        return parts.isEmpty
          ? [label + " empty"] : [label] + lines(of: parts, indentation: indentation + 2)
      case let value?: return [label + " " + text(of: value)]
      case nil: return []
      }
    }
  }

  private static func text(of value: JSONValue) -> String {
    switch value {
    case .null: "none"
    case .bool(let flag): flag ? "yes" : "no"
    case .integer(let number): String(number)
    case .number(let number): number
    case .string(let text): printable(text)
    case .array(let elements):
      elements.isEmpty ? "none" : elements.map(text).joined(separator: ", ")
    case .object(let parts):
      parts.names.map { "\(printable($0)) \(text(of: parts[$0] ?? .null))" }
        .joined(separator: ", ")
    }
  }

  /// The text with nothing in it that a terminal would obey or show in another order: what is
  /// inspected may have been written by anybody.
  static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
