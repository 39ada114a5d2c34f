package import WebAuthnModel

/// The fields of a payload, as options of a command line spell them: `name=text`, or `name:=json`
/// for a whole number or a flag.
package enum FieldOptions {
  /// Reads the payload.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - value: What a text means to the field of a name; a text, where nothing else is said.
  /// - Returns: The payload.
  /// - Throws: `CommandFailure` for an option that spells no field, a name that is given twice, or
  ///   a value that is no JSON.
  package static func payload(
    _ options: [String],
    value: (_ text: String, _ name: String) -> JSONValue = { text, _ in .string(text) }
  ) throws(CommandFailure) -> JSONObject {
    var payload = JSONObject()
    for option in options {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] != "", parts[0] != ":" else {
        throw CommandFailure(
          .wrongUse, "no field is given by \(option)", hint: "write --field name=value")
      }
      let isJSON = parts[0].hasSuffix(":")
      let name = String(isJSON ? parts[0].dropLast() : parts[0])
      guard payload[name] == nil else {
        throw CommandFailure(
          .wrongUse, "--field gives \(name) twice", hint: "leave one of the two out")
      }
      let text = String(parts[1])
      payload[name] = isJSON ? try json(text, of: name) : value(text, name)
    }
    return payload
  }

  private static func json(
    _ text: String, of name: String
  ) throws(CommandFailure) -> JSONValue {
    guard let value = try? JSONValue(parsing: Array(text.utf8)) else {
      throw CommandFailure(
        .wrongUse, "the value of \(name) is no JSON",
        hint: "write \(name):=2 or \(name):=true; a text is \(name)=text")
    }
    return value
  }
}
