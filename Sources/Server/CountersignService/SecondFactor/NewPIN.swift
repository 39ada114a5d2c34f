import WireModel

/// A PIN that may be set: 4 to 12 ASCII digits, not easily guessed.
///
/// Secret.
struct NewPIN: Sendable {
  let text: SecretText

  /// Takes a PIN as a person typed it.
  init(_ typed: SecretText) throws(Refusal) {
    let digits = Array(typed.exposed.utf8)
    guard (4...12).contains(digits.count),
      digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { throw Refusal(.unacceptableValue, "pin must be 4 to 12 digits") }
    let steps = Set(zip(digits, digits.dropFirst()).map { Int($1) - Int($0) })
    let half = digits.count / 2
    let repeats = digits.count.isMultiple(of: 2) && digits.prefix(half) == digits.suffix(half)
    guard steps.count > 1, !repeats else {
      throw Refusal(
        .pinTooSimple, "choose a PIN that is no row of digits (1111, 1234, 1212)")
    }
    text = typed
  }
}
