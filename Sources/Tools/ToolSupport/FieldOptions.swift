package import WebAuthnModel

/// The fields of a payload, as options of a command line spell them: `name=text`, or `name:=json`
/// for a whole number or a flag.
package enum FieldOptions {
  /// Reads the payload.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - words: The words for a fault.
  ///   - value: What a text means to the field of a name; a text, where nothing else is said.
  /// - Returns: The payload.
  /// - Throws: `CommandFailure` for an option that spells no field, a name that is given twice, or
  ///   a value that is no JSON.
  package static func payload(
    _ options: [String], in words: UsageWords = .english,
    value: (_ text: String, _ name: String) -> JSONValue = { text, _ in .string(text) }
  ) throws(CommandFailure) -> JSONObject {
    var payload = JSONObject()
    for option in options {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] != "", parts[0] != ":" else {
        throw CommandFailure(
          .wrongUse, words.of("no field is given by \(option)", "\(option) ist kein Feld"),
          hint: words.of("write --field name=value", "schreiben Sie --field name=wert"))
      }
      let isJSON = parts[0].hasSuffix(":")
      let name = String(isJSON ? parts[0].dropLast() : parts[0])
      guard payload[name] == nil else {
        throw CommandFailure(
          .wrongUse,
          words.of("--field gives \(name) twice", "--field nennt \(name) zweimal"),
          hint: words.of("leave one of the two out", "lassen Sie eines davon weg"))
      }
      let text = String(parts[1])
      payload[name] = isJSON ? try json(text, of: name, in: words) : value(text, name)
    }
    return payload
  }

  private static func json(
    _ text: String, of name: String, in words: UsageWords
  ) throws(CommandFailure) -> JSONValue {
    guard let value = try? JSONValue(parsing: Array(text.utf8)) else {
      throw CommandFailure(
        .wrongUse,
        words.of("the value of \(name) is no JSON", "der Wert von \(name) ist kein JSON"),
        hint: words.of(
          "write \(name):=2 or \(name):=true; a text is \(name)=text",
          "schreiben Sie \(name):=2 oder \(name):=true; ein Text ist \(name)=text"))
    }
    return value
  }
}
