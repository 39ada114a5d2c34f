import CountersignTesting
import Testing
import WebAuthnModel

@Suite("authenticator data and attestation objects")
struct AuthenticatorDataTests {
  private static let hash = [UInt8](0..<32)
  private static let credential = AttestedCredentialData(
    aaguid: [UInt8](repeating: 5, count: 16), credentialID: CredentialID([1, 2, 3]),
    publicKey: CBORValue.map([1: 2]).serialized())

  static let honest: [AuthenticatorData] = [
    AuthenticatorData(relyingPartyIDHash: hash, flags: [.userPresent], signCount: 0xDEAD_BEEF),
    AuthenticatorData(
      relyingPartyIDHash: hash, flags: [.userPresent, .userVerified], signCount: 1,
      attestedCredentialData: credential),
    AuthenticatorData(
      relyingPartyIDHash: hash, flags: [.backupEligible, .backedUp], signCount: 1,
      extensions: ["credProtect": 2]),
    AuthenticatorData(
      relyingPartyIDHash: hash, flags: [], signCount: 0, attestedCredentialData: credential,
      extensions: [:]),
  ]

  @Test("every form is read and written", arguments: honest)
  func reads(data: AuthenticatorData) throws {
    #expect(try AuthenticatorData(parsing: data.serialized()) == data)
  }

  @Test("every cut is refused, and a byte too many too", arguments: honest)
  func lengths(data: AuthenticatorData) {
    let encoded = data.serialized()
    for length in encoded.indices {
      #expect(throws: AuthenticatorDataError.self) {
        try AuthenticatorData(parsing: Array(encoded[..<length]))
      }
    }
    #expect(throws: AuthenticatorDataError.trailingBytes) {
      try AuthenticatorData(parsing: encoded + [0])
    }
  }

  @Test("a flag without its data, and data without their flag, are refused")
  func flags() {
    for (index, data) in Self.honest.enumerated() {
      for flag: AuthenticatorFlags in [.attestedCredentialData, .extensionData] {
        var encoded = data.serialized()
        encoded[32] ^= flag.rawValue
        #expect(throws: AuthenticatorDataError.self, "\(index)") {
          try AuthenticatorData(parsing: encoded)
        }
      }
    }
  }

  @Test(
    "extension outputs that are no map of identifiers are refused",
    arguments: [CBORValue.text("credProtect"), [1], 1, true, .null, [1: 2]])
  func extensions(value: CBORValue) {
    var encoded = Self.honest[0].serialized() + value.serialized()
    encoded[32] |= AuthenticatorFlags.extensionData.rawValue
    #expect(throws: AuthenticatorDataError.extensionsNotAMap) {
      try AuthenticatorData(parsing: encoded)
    }
  }

  @Test("a public key that is no map is refused")
  func publicKey() {
    let credential = AttestedCredentialData(
      aaguid: [], credentialID: CredentialID([1]), publicKey: [0x01])
    let data = AuthenticatorData(
      relyingPartyIDHash: Self.hash, flags: [], signCount: 0, attestedCredentialData: credential)
    #expect(throws: AuthenticatorDataError.publicKeyNotAMap) {
      try AuthenticatorData(parsing: data.serialized())
    }
  }

  @Test("an attestation object has its three members and no more")
  func attestationObject() throws {
    let object = AttestationObject(format: "none", statement: [:], authenticatorData: [1])
    #expect(try AttestationObject(parsing: object.serialized()) == object)
    let broken: [CBORValue] = [
      ["fmt": "none", "attStmt": [:]], ["fmt": 1, "attStmt": [:], "authData": .bytes([])],
      ["fmt": "none", "attStmt": [], "authData": .bytes([])],
      ["fmt": "none", "attStmt": [:], "authData": ""],
      ["fmt": "none", "attStmt": [:], "authData": .bytes([]), "epAtt": true], ["fmt"],
    ]
    for value in broken {
      #expect(throws: AttestationObjectError.members) {
        try AttestationObject(parsing: value.serialized())
      }
    }
    #expect(throws: AttestationObjectError.cbor(.trailingBytes)) {
      try AttestationObject(parsing: object.serialized() + [0])
    }
  }

  @Test("changed authenticator data are refused, or written back as they were")
  func mutation() {
    let seed: UInt64 = 0xDA7A
    var generator = SeededGenerator(seed: seed)
    for round in 0..<20_000 {
      let changed = generator.mutated(Self.honest[round % 4].serialized())
      guard let data = try? AuthenticatorData(parsing: changed) else { continue }
      #expect(data.serialized() == changed, "seed \(seed), round \(round)")
    }
  }
}
