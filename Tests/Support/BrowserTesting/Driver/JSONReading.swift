package import WebAuthnModel

extension JSONValue {
  /// A member of an object; nil for whatever else this is.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let object) = self else { return nil }
    return object[name]
  }

  /// The text of a string.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The elements of an array; none for whatever else this is.
  package var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// The texts of an array of strings.
  package var texts: [String] { elements.compactMap(\.text) }

  /// True if JavaScript takes the value for true.
  package var isTruthy: Bool {
    switch self {
    case .null, .bool(false), .integer(0), .string(""): false
    default: true
    }
  }
}
