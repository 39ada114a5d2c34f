import WebAuthnModel

/// The whole numbers that stand in a text as words of their own: `12` of "code 12." and of
/// `{"code":"12"}`, nothing of "a12", "2026-12-01" or "0.12".
enum NumberWords {
  /// Those of a line: where it is a JSON object, without the members that always hold a number of
  /// another kind.
  static func all(in line: String) -> [Substring] {
    guard line.first == "{", let parsed = try? JSONValue(parsing: Array(line.utf8)) else {
      return words(of: line[...])
    }
    return texts(of: parsed).flatMap { words(of: $0[...]) }
  }

  /// Names whose values are times, amounts, counts and random ids, never what a person typed as a
  /// secret.
  static let passedOver: Set<String> = [
    "amount", "balance", "hb.request.id", "microseconds", "port", "retryAfter", "status", "time",
  ]

  private static func texts(of value: JSONValue) -> [String] {
    switch value {
    case .string(let text): [text]
    case .integer(let number): [String(number)]
    case .number(let text): [text]
    case .array(let elements): elements.flatMap(texts(of:))
    case .object(let members):
      members.names.filter { !passedOver.contains($0) }
        .flatMap { name in members[name].map(texts(of:)) ?? [] }
    case .null, .bool: []
    }
  }

  private static func words(of text: Substring) -> [Substring] {
    text.split { !isOfWord($0) }.compactMap { word in
      let bare = word.trimmingSuffix(while: ".")
      return bare.utf8.allSatisfy { (48...57).contains($0) } ? bare : nil
    }
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_-+.".contains(character)
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while character: Character) -> Substring {
    var rest = self
    while rest.last == character { rest.removeLast() }
    return rest
  }
}
