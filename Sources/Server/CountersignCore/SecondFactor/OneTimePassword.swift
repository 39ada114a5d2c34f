import Crypto

/// One-time passwords of RFC 4226 (by a counter) and RFC 6238 (by the time), with HMAC-SHA1, which
/// is what authenticator apps agree on.
enum OneTimePassword {
  /// Seconds for which a code stands on the app's screen.
  static let stepSeconds: Int64 = 30

  /// The code of a counter (RFC 4226, section 5.3).
  static func code(_ secret: [UInt8], counter: Int64, digits: Int = 6) -> String {
    let moving = withUnsafeBytes(of: counter.bigEndian) { Array($0) }
    let hash = Array(
      HMAC<Insecure.SHA1>.authenticationCode(for: moving, using: SymmetricKey(data: secret)))
    let offset = Int(hash[19] & 15)
    let number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
    let modulus = (0..<digits).reduce(UInt32(1)) { product, _ in product * 10 }
    let text = String(number % modulus)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// The time step of a moment (RFC 6238, section 4.2).
  static func step(at now: Timestamp) -> Int64 { now.milliseconds / 1000 / stepSeconds }

  /// The step whose code it is: the present one, or one beside it, since clocks differ; only steps
  /// after the last that was used, so that no code is taken twice (RFC 6238, section 5.2).
  static func step(
    of code: String, _ secret: [UInt8], at now: Timestamp, after last: Int64
  ) -> Int64? {
    let present = step(at: now)
    // All three are computed whatever the first comparisons say.
    let right = (present - 1...present + 1).filter { step in
      let expected = Array(self.code(secret, counter: step).utf8)
      let given = Array(code.utf8)
      let differences = zip(expected, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
      return given.count == expected.count && differences == 0
    }
    return right.first { $0 > last }
  }
}

/// Bytes as base32 without padding (RFC 4648, section 6): what a person can type into an app.
enum Base32 {
  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(alphabet[Int(buffer >> UInt32(bits) & 31)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(buffer << UInt32(5 - bits) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
}
