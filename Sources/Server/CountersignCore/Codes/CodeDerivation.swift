import Crypto
import WireModel

/// Derives a request's code from its id, so that no table holds a code.
struct CodeDerivation: Sendable {
  let keyring: Keyring

  /// The code of a request: 6 uniform digits, under the newest key.
  func code(for request: CodeRequestID) -> SecretText {
    code(for: request, number: keyring.newestNumber(.code))
  }

  /// Tells if a code is the request's, compared in constant time.
  ///
  /// One that was mailed before a rotation is right as well. It stops to be when all servers have
  /// the new key: a request with two right codes is twice as easily guessed.
  func matches(_ code: SecretText, _ request: CodeRequestID, at now: Timestamp) -> Bool {
    let given = Array(code.exposed.utf8)
    return keyring.numbers(.code, inUseAt: now).reduce(false) { isRight, number in
      let right = Array(self.code(for: request, number: number).exposed.utf8)
      return Self.isEqual(given, right) || isRight
    }
  }

  /// A block of HMAC output that would favour the low codes is passed over (rejection sampling).
  private func code(for request: CodeRequestID, number: UInt8) -> SecretText {
    var counter: UInt8 = 0
    while let block = keyring.authenticationCode(
      .code, number: number, [counter] + Array(request.text.utf8))
    {
      for start in stride(from: 0, to: 32, by: 4) {
        let number = block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        if number < Self.fairLimit { return SecretText(Self.digits(number % 1_000_000)) }
      }
      counter &+= 1
    }
    preconditionFailure("the keyring has no code key \(number)")
  }

  private static func isEqual(_ given: [UInt8], _ right: [UInt8]) -> Bool {
    guard given.count == right.count else { return false }
    return zip(given, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func digits(_ number: UInt32) -> String {
    let digits = String(number)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// The largest multiple of 10^6 that 32 bits hold.
  private static let fairLimit: UInt32 = 4_294_000_000
}
