import WireModel

/// A PIN that may be set: 4 to 12 ASCII digits, not easily guessed.
///
/// Secret.
struct NewPIN: Sendable {
  let text: SecretText

  /// Takes a PIN as a person typed it.
  init(_ typed: SecretText) throws(Refusal) {
    guard Self.isWellFormed(typed) else { throw Refusal.pinMalformed }
    let digits = Array(typed.exposed.utf8)
    let steps = Set(zip(digits, digits.dropFirst()).map { Int($1) - Int($0) })
    let half = digits.count / 2
    let repeats = digits.count.isMultiple(of: 2) && digits.prefix(half) == digits.suffix(half)
    guard steps.count > 1, !repeats else {
      throw Refusal(
        .pinTooSimple, "choose a PIN that is no row of digits (1111, 1234, 1212)")
    }
    text = typed
  }

  /// Whether a text is a PIN by its form: 4 to 12 ASCII digits.
  static func isWellFormed(_ typed: SecretText) -> Bool {
    let digits = typed.exposed.utf8
    return (4...12).contains(digits.count)
      && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }
}

extension Refusal {
  /// What was given as a PIN is none by its form.
  static let pinMalformed = Refusal(.unacceptableValue, "pin must be 4 to 12 digits")
}
