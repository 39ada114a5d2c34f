import WireModel

/// A telephone number that airtime can be sent to, as it was given: national (0 and 10 digits) or
/// international (+ and 8 to 15 digits, E.164).
struct RecipientPhone: Sendable, Hashable {
  let text: String

  init(_ typed: String) throws(Refusal) {
    let bytes = Array(typed.utf8)
    let isInternational = bytes.first == UInt8(ascii: "+")
    let digits = isInternational ? bytes.dropFirst() : bytes[...]
    let lengths = isInternational ? 8...15 : 11...11
    guard lengths.contains(digits.count),
      digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      (digits.first == UInt8(ascii: "0")) != isInternational
    else {
      throw Refusal(
        .phoneInvalid, "recipientPhone must be a number as in 08012345678 or +2348012345678")
    }
    text = typed
  }
}
