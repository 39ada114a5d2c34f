import CountersignTesting
import RelyingParty
import Testing
import WebAuthnModel

@Suite("mutated ceremonies")
struct MutationTests {
  // Holds: WebAuthn
  @Test("a mutated assertion is refused with a typed reason, or is the assertion itself")
  func assertions() throws {
    let seed: UInt64 = 0xA55E
    var generator = SeededGenerator(seed: seed)
    let stage = try Stage()
    let honest = try stage.authenticator.assert(challenge: stage.challenge)
    for round in 0..<6_000 {
      var parts = [
        honest.rawID.bytes, honest.clientDataJSON, honest.authenticatorData, honest.signature,
      ]
      let part = Int.random(in: parts.indices, using: &generator)
      let original = parts[part]
      parts[part] = generator.mutated(original)
      let response = AssertionResponse(
        credentialID: CredentialID(parts[0]), clientDataJSON: parts[1],
        authenticatorData: parts[2], signature: parts[3])
      if parts[part] == original {
        #expect(Refusal { try stage.verify(response) } == nil, "seed \(seed), round \(round)")
      } else {
        #expect(Refusal { try stage.verify(response) } != nil, "seed \(seed), round \(round)")
      }
    }
  }

  @Test("a mutated registration ends in a verdict, never in a crash")
  func registrations() throws {
    var generator = SeededGenerator(seed: 0x4E6)
    for algorithm in [COSEAlgorithm.es256, .edDSA] {
      let stage = try Stage(algorithm)
      let honest = try stage.authenticator.register(challenge: stage.challenge, user: stage.user)
      var refused = 0
      for _ in 0..<3_000 {
        let response = RegistrationResponse(
          credentialID: honest.id, clientDataJSON: honest.clientDataJSON,
          attestationObject: generator.mutated(honest.attestationObject))
        if Refusal(of: { try stage.verify(response) }) != nil { refused += 1 }
      }
      #expect(refused > 1_500)
    }
  }
}
