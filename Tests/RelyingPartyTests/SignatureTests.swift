import CountersignTesting
import RelyingParty
import Testing
import WebAuthnModel

@Suite("signatures and what they cover")
struct SignatureTests {
  // Holds: RTS-4.2
  @Test("every single-bit flip of a proof is refused", arguments: COSEAlgorithm.allCases)
  func bitFlips(algorithm: COSEAlgorithm) throws {
    let stage = try Stage(algorithm)
    let honest = try stage.authenticator.assert(challenge: stage.challenge, userHandle: stage.user)
    #expect(Refusal { try stage.verify(honest) } == nil)
    for part in 0..<5 {
      let parts = [
        honest.rawID.bytes, honest.clientDataJSON, honest.authenticatorData, honest.signature,
        stage.user.bytes,
      ]
      for bit in 0..<parts[part].count * 8 {
        var changed = parts
        changed[part][bit / 8] ^= 1 << UInt8(bit % 8)
        let response = AssertionResponse(
          credentialID: CredentialID(changed[0]), clientDataJSON: changed[1],
          authenticatorData: changed[2], signature: changed[3],
          userHandle: UserHandle(changed[4]))
        #expect(Refusal { try stage.verify(response) } != nil, "part \(part), bit \(bit)")
      }
    }
  }

  @Test("every single-bit flip of a self-attested registration's signed parts is refused")
  func registrationBitFlips() throws {
    var stage = try Stage()
    stage.authenticator.attestation = .selfSigned
    let honest = try stage.authenticator.register(challenge: stage.challenge, user: stage.user)
    #expect(Refusal { try stage.verify(honest) } == nil)
    for part in 0..<2 {
      let parts = [honest.clientDataJSON, honest.attestationObject]
      for bit in 0..<parts[part].count * 8 {
        var changed = parts
        changed[part][bit / 8] ^= 1 << UInt8(bit % 8)
        let response = RegistrationResponse(
          credentialID: honest.id, clientDataJSON: changed[0], attestationObject: changed[1])
        #expect(Refusal { try stage.verify(response) } != nil, "part \(part), bit \(bit)")
      }
    }
  }

  @Test("an ES256 signature that is not strict DER is refused")
  func der() throws {
    let stage = try Stage()
    // The first number has no leading zero of its own, so that one more is the only fault.
    var honest = try stage.authenticator.assert(challenge: stage.challenge)
    while honest.signature[4] == 0 {
      honest = try stage.authenticator.assert(challenge: stage.challenge)
    }
    let signature = honest.signature
    let firstLength = Int(signature[3])
    var padded = signature
    padded.insert(0, at: 4)
    padded[3] += 1
    padded[1] += 1
    var surplusInside = signature + [0]
    surplusInside[1] += 1
    var longForm = signature
    longForm.insert(0x81, at: 1)
    var indefinite = signature
    indefinite[1] = 0x80
    let broken = [
      [], signature + [0], Array(signature.dropLast()), padded, surplusInside, longForm,
      indefinite + [0, 0],
      Array(signature[4..<4 + firstLength]), [UInt8](repeating: 0, count: 64),
      [0x30, 0x06, 0x02, 0x01, 0x00, 0x02, 0x01, 0x00], [0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01],
      [0x30, 0x06, 0x02, 0x01, 0x81, 0x02, 0x01, 0x01], [0x30, 0x04, 0x02, 0x00, 0x02, 0x00],
      [0x30, 0x80, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01, 0x00, 0x00],
    ]
    for candidate in broken {
      let response = AssertionResponse(
        credentialID: honest.id, clientDataJSON: honest.clientDataJSON,
        authenticatorData: honest.authenticatorData, signature: candidate)
      #expect(Refusal { try stage.verify(response) } == .refused("7.2.21", .signatureInvalid))
    }
  }

  @Test("signatures of every length verify, since numbers may have leading zeros")
  func shortNumbers() throws {
    let stage = try Stage()
    var lengths: Set<Int> = []
    for _ in 0..<600 {
      let response = try stage.authenticator.assert(challenge: stage.challenge)
      lengths.insert(response.signature.count)
      #expect(Refusal { try stage.verify(response) } == nil)
    }
    #expect(lengths.isSuperset(of: [70, 71, 72]))
  }

  @Test("the hash tells two assertions apart, wherever they differ")
  func hashes() throws {
    let stage = try Stage()
    let honest = try stage.authenticator.assert(challenge: stage.challenge)
    let again = try stage.authenticator.assert(challenge: stage.challenge)
    let named = AssertionResponse(
      credentialID: honest.id, clientDataJSON: honest.clientDataJSON,
      authenticatorData: honest.authenticatorData, signature: honest.signature,
      userHandle: stage.user)
    let hashes = try [honest, again, named].map { try UnverifiedAssertion($0).hash }
    #expect(Set(hashes).count == 3)
    #expect(try UnverifiedAssertion(honest).hash == hashes[0])
    #expect(try stage.verify(honest).hash == hashes[0])
    #expect(hashes.allSatisfy { $0.count == 32 })
  }
}
