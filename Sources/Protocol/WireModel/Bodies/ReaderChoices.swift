import WebAuthnModel

extension JSONObjectReader {
  /// Reads a text that is one of an enum's raw values.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(JSONShapeError) -> Choice where Choice.RawValue == String {
    try choice(string(name), name)
  }

  /// Reads a text that is one of an enum's raw values, or nothing.
  mutating func optionalChoice<Choice: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(JSONShapeError) -> Choice? where Choice.RawValue == String {
    guard let text = try optionalString(name) else { return nil }
    return try choice(text, name)
  }

  private func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String, _ name: String
  ) throws(JSONShapeError) -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: text) { return choice }
    let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw JSONShapeError(
      path: path.isEmpty ? name : path + "." + name, problem: "must be one of \(known)")
  }

  /// Reads a secret text, or nothing.
  mutating func optionalSecret(_ name: String) throws(JSONShapeError) -> SecretText? {
    try optionalString(name).map(SecretText.init)
  }
}
