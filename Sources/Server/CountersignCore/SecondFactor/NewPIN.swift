import WireModel

/// A PIN that may be set: 4 to 12 ASCII digits, not easily guessed.
///
/// Secret.
struct NewPIN: Sendable {
  let text: SecretText

  /// Takes a PIN as a person typed it.
  init(_ typed: SecretText) throws(Refusal) {
    switch PINRule.fault(of: typed) {
    case nil: text = typed
    case .malformed: throw Refusal.pinMalformed
    case .tooSimple:
      throw Refusal(
        .pinTooSimple, "choose a PIN that is no row of digits (1111, 1234, 1212)")
    }
  }
}

extension Refusal {
  /// What was given as a PIN is none by its form.
  static let pinMalformed = Refusal(.unacceptableValue, "pin must be 4 to 12 digits")
}
