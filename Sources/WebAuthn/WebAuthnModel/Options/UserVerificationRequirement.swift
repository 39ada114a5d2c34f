/// Whether the authenticator must verify the person (section 5.8.6).
public enum UserVerificationRequirement: String, Sendable, Hashable, CaseIterable {
  /// An answer without user verification is refused.
  case required
  /// The client is to verify where it can.
  case preferred
  /// The client is not to bother the person.
  case discouraged

  init(
    readingOptional name: String, of reader: inout JSONObjectReader
  ) throws(JSONShapeError) {
    guard let text = try reader.optionalString(name) else {
      self = .preferred
      return
    }
    guard let value = Self(rawValue: text) else {
      throw reader.failure(name, "must be required, preferred or discouraged")
    }
    self = value
  }
}
