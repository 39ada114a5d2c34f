import WireModel

/// A telephone number that can be texted to: `+` and 8 to 15 digits (E.164).
struct PhoneNumber: Sendable, Hashable {
  let text: String

  init(_ typed: String) throws(Refusal) {
    let digits = typed.utf8.dropFirst()
    guard typed.utf8.first == UInt8(ascii: "+"), (8...15).contains(digits.count),
      digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else {
      throw Refusal(.phoneInvalid, "phone must be an international number, as in +2348012345678")
    }
    text = typed
  }
}
