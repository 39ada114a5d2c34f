import CountersignTesting
import RelyingParty
import Testing
import WebAuthnModel

@Suite("public keys that are refused at registration")
struct PublicKeyTests {
  private static let zeros = CBORValue.bytes([UInt8](repeating: 0, count: 32))
  private static let ones = CBORValue.bytes([UInt8](repeating: 0xFF, count: 32))

  @Test("a P-256 key off the curve, past the field, or at zero is refused as unsound")
  func p256() throws {
    let stage = try Stage()
    guard case .es256(let x, var y) = stage.authenticator.key.publicKey else { return }
    y[31] ^= 1
    let points: [CBORMap] = [
      [1: 2, 3: -7, -1: 1, -2: .bytes(x), -3: .bytes(y)],
      [1: 2, 3: -7, -1: 1, -2: Self.zeros, -3: Self.zeros],
      [1: 2, 3: -7, -1: 1, -2: Self.ones, -3: Self.ones],
    ]
    for point in points {
      #expect(try refusal(stage, point) == .refused("7.1.20", .publicKeyInvalid))
    }
  }

  @Test("a key of the wrong shape is refused as malformed")
  func shape() throws {
    let stage = try Stage()
    guard case .es256(let x, let y) = stage.authenticator.key.publicKey else { return }
    let (xValue, yValue) = (CBORValue.bytes(x), CBORValue.bytes(y))
    let keys: [CBORMap] = [
      // Another curve than the algorithm's, a short coordinate, a private part.
      [1: 2, 3: -7, -1: 2, -2: xValue, -3: yValue],
      [1: 2, 3: -7, -1: 8, -2: xValue, -3: yValue],
      [1: 1, 3: -8, -1: 4, -2: xValue], [1: 1, 3: -8, -1: 7, -2: xValue],
      [1: 2, 3: -7, -1: 1, -2: .bytes(Array(x.dropFirst())), -3: yValue],
      [1: 2, 3: -7, -1: 1, -2: xValue, -3: yValue, -4: xValue],
      [1: 2, 3: -7, -1: 1, -2: xValue, -3: true],
    ]
    for key in keys {
      #expect(try refusal(stage, key) == .malformed("7.1.20", .publicKeyInvalid))
    }
  }

  @Test("a key without an algorithm, or with one that is not verified, is refused for that")
  func algorithm() throws {
    let stage = try Stage()
    for number: CBORValue in [-9, -19, -35, -36, -39, -47, -49, -65535, 0] {
      let key: CBORMap = [1: 2, 3: number, -1: 1, -2: Self.zeros, -3: Self.zeros]
      #expect(try refusal(stage, key) == .refused("7.1.20", .algorithmNotAllowed))
    }
    #expect(
      try refusal(stage, [1: 2, -1: 1, -2: Self.zeros, -3: Self.zeros])
        == .refused("7.1.20", .algorithmNotAllowed))
  }

  /// The orders 1, 2, 4 and 8 in their canonical encodings, each with either sign of x.
  @Test(
    "an Ed25519 key of small order is refused",
    arguments: [
      "0100000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000080",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0000000000000000000000000000000000000000000000000000000000000080",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    ])
  func smallOrder(point: String) throws {
    try refuseEdwards(point)
  }

  @Test(
    "an Ed25519 key that is not canonical is refused",
    arguments: [
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    ])
  func notCanonical(point: String) throws {
    try refuseEdwards(point)
  }

  /// RFC 8032 section 5.1.3 cannot decode these: y = 2 and y = 7 give x² that is no square.
  @Test(
    "an Ed25519 key off the curve is refused",
    arguments: [
      "0200000000000000000000000000000000000000000000000000000000000000",
      "0700000000000000000000000000000000000000000000000000000000000000",
    ])
  func offCurve(point: String) throws {
    try refuseEdwards(point)
  }

  /// The base point (RFC 8032 section 5.1) and the public keys of its section 7.1.
  @Test(
    "published Ed25519 keys are accepted",
    arguments: [
      "5866666666666666666666666666666666666666666666666666666666666666",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
      "278117fc144c72340f67d0f2316e8386ceffbf2b2428c9c51fef7c597f1d426e",
    ])
  func published(point: String) throws {
    let stage = try Stage(.edDSA)
    let key: CBORMap = [1: 1, 3: -8, -1: 6, -2: .bytes(bytes(hexadecimal: point))]
    #expect(try refusal(stage, key) == nil)
  }

  @Test("a hundred new Ed25519 keys are accepted")
  func newKeys() throws {
    let stage = try Stage(.edDSA)
    for _ in 0..<100 {
      let key = try TestKey(.edDSA).publicKey.serialized()
      let changes = CeremonyChanges { $0.publicKey = key }
      #expect(Refusal { try stage.register(changes) } == nil)
    }
  }

  @Test("an unsound key in a record is refused before its signature is looked at")
  func storedKey() throws {
    let stage = try Stage(.edDSA)
    let key: CBORMap = [1: 1, 3: -8, -1: 6, -2: .bytes([1] + [UInt8](repeating: 0, count: 31))]
    let record = stage.record(publicKey: CBORValue.map(key).serialized())
    #expect(Refusal { try stage.assert(record: record) } == .refused("7.2.21", .publicKeyInvalid))
  }

  private func refuseEdwards(_ point: String) throws {
    let stage = try Stage(.edDSA)
    let key: CBORMap = [1: 1, 3: -8, -1: 6, -2: .bytes(bytes(hexadecimal: point))]
    #expect(try refusal(stage, key) == .refused("7.1.20", .publicKeyInvalid))
  }

  private func refusal(_ stage: Stage, _ key: CBORMap) throws -> Refusal? {
    let encoded = CBORValue.map(key).serialized()
    let changes = CeremonyChanges { $0.publicKey = encoded }
    return Refusal { try stage.register(changes) }
  }
}
