/// The bytes of a challenge: version and key id (1) ‖ issued-at in ms (8) ‖ nonce (16) ‖
/// binding (32) ‖ HMAC-SHA256 (32).
///
/// The server judges a challenge by its code alone, so that issuing one writes nothing and any node
/// can judge it. The device reads the nonce and the binding to see what it is about to sign.
public struct ChallengeLayout: Sendable, Hashable {
  /// The id of the key that made the code; 0 to 15.
  public let keyID: UInt8
  /// When the challenge was issued, in milliseconds since 1970 in UTC.
  public let issuedAtMilliseconds: Int64
  /// 16 random bytes.
  public let nonce: [UInt8]
  /// SHA-256 of ``bindingInput(scenario:nonce:canonicalTransaction:)``; zeros when unlinked.
  public let binding: [UInt8]
  /// HMAC-SHA256 of the server over all before it and over whom it is for.
  public let code: [UInt8]

  /// The layout's version, in the upper half of the first byte.
  public static let version: UInt8 = 1
  /// The number of bytes of a challenge.
  public static let byteCount = 89
  /// The number of bytes before the code.
  public static let signedByteCount = 57
  /// The binding of a challenge that is linked to no transaction.
  public static let unlinked = [UInt8](repeating: 0, count: 32)

  /// Takes a challenge apart; nil where the length or the version is another.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, bytes[0] >> 4 == Self.version else { return nil }
    keyID = bytes[0] & 15
    issuedAtMilliseconds = bytes[1..<9].reduce(0) { $0 << 8 | Int64($1) }
    nonce = Array(bytes[9..<25])
    binding = Array(bytes[25..<57])
    code = Array(bytes[57..<89])
  }

  /// The bytes before the code: what the server's HMAC covers, beside whom it is for.
  public static func signedBytes(
    keyID: UInt8, issuedAtMilliseconds: Int64, nonce: [UInt8], binding: [UInt8]
  ) -> [UInt8] {
    var bytes: [UInt8] = [version << 4 | keyID & 15]
    withUnsafeBytes(of: issuedAtMilliseconds.bigEndian) { bytes.append(contentsOf: $0) }
    return bytes + nonce + binding
  }

  /// The bytes before this challenge's code.
  public var signedBytes: [UInt8] {
    Self.signedBytes(
      keyID: keyID, issuedAtMilliseconds: issuedAtMilliseconds, nonce: nonce, binding: binding)
  }

  /// The challenge's id: issued-at ‖ nonce, by which its one use is recorded.
  public var id: [UInt8] { Array(signedBytes[1..<25]) }

  /// Whether the challenge is linked to a transaction.
  public var isLinked: Bool { binding != Self.unlinked }

  /// What the binding is the SHA-256 of: a domain string, the scenario, the nonce and the canonical
  /// transaction, each with its length.
  public static func bindingInput(
    scenario: ScenarioName, nonce: [UInt8], canonicalTransaction: [UInt8]
  ) -> [UInt8] {
    var form = CanonicalForm()
    form.append(utf8: "countersign/binding/v1")
    form.append(utf8: scenario.text)
    form.append(bytes: nonce)
    form.append(bytes: canonicalTransaction)
    return form.bytes
  }
}
