import Testing
import WebAuthnModel

@Suite("COSE keys")
struct COSEPublicKeyTests {
  private static let half = CBORValue.bytes([UInt8](repeating: 7, count: 32))
  private static let modulus = CBORValue.bytes([0x80] + [UInt8](repeating: 1, count: 255))

  static let honest: [CBORMap] = [
    [1: 2, 3: -7, -1: 1, -2: half, -3: half],
    [1: 1, 3: -8, -1: 6, -2: half],
    [1: 3, 3: -257, -1: modulus, -2: .bytes([1, 0, 1])],
  ]

  @Test("a key of each algorithm is read and written", arguments: honest)
  func reads(map: CBORMap) throws {
    let encoded = CBORValue.map(map).serialized()
    let key = try COSEPublicKey(cbor: encoded)
    #expect(key.serialized() == encoded)
    #expect(CBORValue(key.algorithm.rawValue) == map[3])
  }

  static let broken: [(CBORMap, COSEKeyError)] = [
    // Algorithm and what it binds.
    ([1: 2, -1: 1, -2: half, -3: half], .algorithmMissing),
    ([1: 2, 3: "ES256", -1: 1, -2: half, -3: half], .algorithmMissing),
    ([1: 2, 3: -35, -1: 1, -2: half, -3: half], .algorithmUnknown),
    ([1: 2, 3: -8, -1: 6, -2: half], .keyType), ([1: 1, 3: -7, -1: 1, -2: half], .keyType),
    ([1: 2, 3: -257, -1: modulus, -2: .bytes([1, 0, 1])], .keyType),
    ([3: -7, -1: 1, -2: half, -3: half], .keyType),
    ([1: 2, 3: -7, -1: 2, -2: half, -3: half], .curve),
    ([1: 2, 3: -7, -1: 8, -2: half, -3: half], .curve),
    ([1: 1, 3: -8, -1: 4, -2: half], .curve), ([1: 1, 3: -8, -2: half], .curve),
    // Coordinates.
    ([1: 2, 3: -7, -1: 1, -2: .bytes([1]), -3: half], .parameterShape),
    ([1: 2, 3: -7, -1: 1, -2: half, -3: true], .parameterShape),
    ([1: 2, 3: -7, -1: 1, -2: half], .parameterShape),
    (
      [1: 2, 3: -7, -1: 1, -2: .bytes([UInt8](repeating: 0, count: 33)), -3: half], .parameterShape
    ),
    ([1: 1, 3: -8, -1: 6, -2: .bytes([UInt8](repeating: 0, count: 31))], .parameterShape),
    // The private part, and members that WebAuthn forbids.
    ([1: 2, 3: -7, -1: 1, -2: half, -3: half, -4: half], .furtherMember),
    ([1: 1, 3: -8, -1: 6, -2: half, -4: half], .furtherMember),
    ([1: 3, 3: -257, -1: modulus, -2: .bytes([1, 0, 1]), -3: half], .furtherMember),
    ([1: 2, 2: .bytes([1]), 3: -7, -1: 1, -2: half, -3: half], .furtherMember),
    // RSA numbers.
    ([1: 3, 3: -257, -1: half, -2: .bytes([1, 0, 1])], .modulus),
    (
      [1: 3, 3: -257, -1: .bytes([0x80] + [UInt8](repeating: 2, count: 255)), -2: .bytes([3])],
      .modulus
    ),
    (
      [1: 3, 3: -257, -1: .bytes([0x7F] + [UInt8](repeating: 1, count: 255)), -2: .bytes([3])],
      .modulus
    ),
    (
      [1: 3, 3: -257, -1: .bytes([0, 0x80] + [UInt8](repeating: 1, count: 255)), -2: .bytes([3])],
      .modulus
    ),
    ([1: 3, 3: -257, -1: .bytes([UInt8](repeating: 1, count: 513)), -2: .bytes([3])], .modulus),
    ([1: 3, 3: -257, -1: modulus, -2: .bytes([])], .exponent),
    ([1: 3, 3: -257, -1: modulus, -2: .bytes([1])], .exponent),
    ([1: 3, 3: -257, -1: modulus, -2: .bytes([4])], .exponent),
    ([1: 3, 3: -257, -1: modulus, -2: .bytes([0, 3])], .exponent),
    ([1: 3, 3: -257, -1: modulus, -2: .bytes([1, 0, 0, 0, 1])], .exponent),
    ([1: 3, 3: -257, -1: modulus], .parameterShape),
  ]

  @Test("a key with one fault is refused for it", arguments: broken)
  func refuses(map: CBORMap, error: COSEKeyError) {
    #expect(throws: error) { try COSEPublicKey(cbor: CBORValue.map(map).serialized()) }
  }

  @Test("bytes that are no map, and bytes after it, are refused")
  func encoding() {
    for encoded in [[], [0x80], CBORValue.map(Self.honest[0]).serialized() + [0]] {
      #expect(throws: COSEKeyError.encoding) { try COSEPublicKey(cbor: encoded) }
    }
  }
}
