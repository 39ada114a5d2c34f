import CountersignTesting
import RelyingParty
import Testing
import WebAuthnModel

@Suite("registration, section 7.1 of WebAuthn Level 3")
struct RegistrationStepsTests {
  @Test(
    "an honest registration verifies, with no attestation and with self attestation",
    arguments: COSEAlgorithm.allCases, [TestAttestation.none, .selfSigned])
  func honest(algorithm: COSEAlgorithm, attestation: TestAttestation) throws {
    var stage = try Stage(algorithm)
    stage.authenticator.attestation = attestation
    stage.authenticator.signCount = 4
    let verified = try stage.register()
    #expect(verified.record.id == stage.authenticator.credentialID)
    #expect(verified.record.owner == stage.user)
    #expect(verified.record.algorithm == algorithm)
    #expect(verified.record.publicKey == stage.authenticator.key.publicKey.serialized())
    #expect(verified.record.signCount == 4)
    #expect(verified.record.transports == ["internal"])
    #expect(verified.record.userVerified)
    #expect(!verified.record.backupEligible)
    #expect(verified.attestationType == (attestation == .none ? .none : .selfSigned))
    stage.authenticator.signCount = 5
    #expect(Refusal { try stage.assert(record: verified.record) } == nil)
  }

  @Test("step 3: an id other than rawId is refused")
  func step3() throws {
    let stage = try Stage()
    let changes = CeremonyChanges { $0.envelopeID = CredentialID([9]) }
    #expect(Refusal { try stage.register(changes) } == .malformed("7.1.3", .envelopeMismatch))
  }

  @Test("steps 5 and 6: client data that cannot be read are refused")
  func step6() throws {
    let stage = try Stage()
    let changes = CeremonyChanges { $0.clientData = [("crossOrigin", .null)] }
    #expect(Refusal { try stage.register(changes) } == .malformed("7.1.6", .clientDataMalformed))
  }

  @Test("step 7: client data of an assertion are refused")
  func step7() throws {
    let stage = try Stage()
    let changes = CeremonyChanges { $0.clientData = [("type", "webauthn.get")] }
    #expect(Refusal { try stage.register(changes) } == .refused("7.1.7", .typeMismatch))
  }

  // Holds: WebAuthn
  @Test("step 8: another challenge is refused")
  func step8() throws {
    let stage = try Stage()
    let changes = CeremonyChanges { $0.clientData = [("challenge", "AAAA")] }
    #expect(Refusal { try stage.register(changes) } == .refused("7.1.8", .challengeMismatch))
  }

  // Holds: WebAuthn
  @Test("step 9: another origin is refused", arguments: ["https://example.com", "null", ""])
  func step9(origin: String) throws {
    let stage = try Stage()
    let changes = CeremonyChanges { $0.clientData = [("origin", .string(origin))] }
    #expect(Refusal { try stage.register(changes) } == .refused("7.1.9", .originNotAllowed))
  }

  @Test("step 10: a foreign frame is refused, or must name its page where frames are allowed")
  func step10() throws {
    var stage = try Stage()
    let changes = CeremonyChanges { $0.clientData = [("crossOrigin", true)] }
    #expect(Refusal { try stage.register(changes) } == .refused("7.1.10", .crossOriginNotAllowed))
    stage.policy.crossOrigin = .allow(topOrigins: [])
    #expect(Refusal { try stage.register(changes) } == .refused("7.1.10", .topOriginMissing))
  }

  @Test("step 11: a top origin is refused unless it is allowed")
  func step11() throws {
    var stage = try Stage()
    let changes = CeremonyChanges {
      $0.clientData = [("crossOrigin", true), ("topOrigin", "https://example.com")]
    }
    stage.policy.crossOrigin = .allow(topOrigins: [try Stage.origin("https://evil.example")])
    #expect(Refusal { try stage.register(changes) } == .refused("7.1.11", .topOriginNotAllowed))
    let alone = CeremonyChanges { $0.clientData = [("topOrigin", "https://example.com")] }
    #expect(Refusal { try stage.register(alone) } == .refused("7.1.11", .topOriginNotAllowed))
    stage.policy.crossOrigin = .allow(topOrigins: [try Stage.origin("https://example.com")])
    #expect(try stage.register(changes).topOrigin?.text == "https://example.com")
  }

  @Test("step 13: an attestation object that cannot be read is refused")
  func step13() throws {
    let stage = try Stage()
    let honest = try stage.authenticator.register(challenge: stage.challenge, user: stage.user)
    for object in [[], honest.attestationObject + [0], Array(honest.attestationObject.dropLast())] {
      let response = RegistrationResponse(
        credentialID: honest.id, clientDataJSON: honest.clientDataJSON, attestationObject: object)
      #expect(
        Refusal { try stage.verify(response) }
          == .malformed("7.1.13", .attestationObjectMalformed))
    }
    let surplus = CeremonyChanges { $0.trailingBytes = [0] }
    #expect(
      Refusal { try stage.register(surplus) } == .malformed("7.1.13", .authenticatorDataMalformed))
    let empty = CeremonyChanges { $0.omitsCredentialData = true }
    #expect(
      Refusal { try stage.register(empty) } == .malformed("7.1.13", .credentialDataMissing))
  }

  @Test("step 14: another relying party's hash is refused")
  func step14() throws {
    let stage = try Stage()
    let changes = CeremonyChanges { $0.relyingPartyID = RelyingPartyID("example.com") }
    #expect(Refusal { try stage.register(changes) } == .refused("7.1.14", .relyingPartyMismatch))
  }

  @Test("step 15: a registration without anybody there is refused")
  func step15() throws {
    let stage = try Stage()
    let changes = CeremonyChanges { $0.flags = [.userVerified] }
    #expect(Refusal { try stage.register(changes) } == .refused("7.1.15", .userNotPresent))
  }

  @Test("step 16: an unverified person is refused where verification is required")
  func step16() throws {
    var stage = try Stage()
    let changes = CeremonyChanges { $0.flags = [.userPresent] }
    #expect(Refusal { try stage.register(changes) } == .refused("7.1.16", .userNotVerified))
    stage.policy.userVerification = .discouraged
    #expect(try !stage.register(changes).record.userVerified)
  }

  @Test("step 17: a credential that is backed up although it cannot be is refused")
  func step17() throws {
    let stage = try Stage()
    let changes = CeremonyChanges { $0.flags = [.userPresent, .userVerified, .backedUp] }
    #expect(Refusal { try stage.register(changes) } == .refused("7.1.17", .backupStateInvalid))
  }

  @Test("steps 18 and 19: backup eligibility and state are kept")
  func steps18And19() throws {
    let stage = try Stage()
    let changes = CeremonyChanges {
      $0.flags = [.userPresent, .userVerified, .backupEligible, .backedUp]
    }
    let record = try stage.register(changes).record
    #expect(record.backupEligible)
    #expect(record.backedUp)
  }

  @Test("step 20: an algorithm that was not offered is refused", arguments: COSEAlgorithm.allCases)
  func step20(algorithm: COSEAlgorithm) throws {
    var stage = try Stage(algorithm)
    stage.policy.algorithms.remove(algorithm)
    #expect(Refusal { try stage.register() } == .refused("7.1.20", .algorithmNotAllowed))
  }

  @Test("step 21: an attestation format that is not verified here is refused")
  func step21() throws {
    let stage = try Stage()
    for format in ["tpm", "None", "", "fido-u2f"] {
      let changes = CeremonyChanges { $0.attestationFormat = format }
      #expect(
        Refusal { try stage.register(changes) } == .refused("7.1.21", .attestationFormatUnknown))
    }
  }

  @Test("step 22: a statement that is wrong for its format is refused")
  func step22() throws {
    var stage = try Stage()
    let expected = Refusal.refused("7.1.22", .attestationInvalid)
    let notEmpty = CeremonyChanges { $0.attestationStatement = ["alg": -7] }
    #expect(Refusal { try stage.register(notEmpty) } == expected)
    stage.authenticator.attestation = .selfSigned
    let statements: [CBORMap] = [
      [:], ["alg": -7], ["alg": -7, "sig": "text"], ["alg": -7, "sig": .bytes([])],
      ["alg": -257, "sig": .bytes([1])], ["alg": -7, "sig": .bytes([1]), "ecdaaKeyId": .bytes([])],
    ]
    for statement in statements {
      let changes = CeremonyChanges { $0.attestationStatement = statement }
      #expect(Refusal { try stage.register(changes) } == expected)
    }
  }

  @Test("step 22: a self attestation with another algorithm's number or another key is refused")
  func step22Signature() throws {
    var stage = try Stage()
    stage.authenticator.attestation = .selfSigned
    let other = try TestKey(.es256)
    let changes = CeremonyChanges { $0.publicKey = other.publicKey.serialized() }
    #expect(Refusal { try stage.register(changes) } == .refused("7.1.22", .attestationInvalid))
    let honest = try stage.authenticator.register(challenge: stage.challenge, user: stage.user)
    let object = try AttestationObject(parsing: honest.attestationObject)
    guard let signature = object.statement["sig"] else { return }
    let renamed = CeremonyChanges {
      $0.attestationStatement = ["alg": -8, "sig": signature]
    }
    #expect(Refusal { try stage.register(renamed) } == .refused("7.1.22", .attestationInvalid))
  }

  @Test("steps 23 and 24: a certificate chain is refused, since there is no root to trust")
  func step24() throws {
    let stage = try Stage()
    let changes = CeremonyChanges {
      $0.attestationFormat = "packed"
      $0.attestationStatement = ["alg": -7, "sig": .bytes([1]), "x5c": [.bytes([0x30])]]
    }
    #expect(Refusal { try stage.register(changes) } == .refused("7.1.24", .attestationNotAllowed))
  }

  @Test("step 25: an id over 1023 bytes or an empty one is refused")
  func step25() throws {
    let stage = try Stage()
    for (count, expected) in [
      (0, Refusal.refused("7.1.25", .credentialIDLength)), (1, nil), (1023, nil),
      (1024, .refused("7.1.25", .credentialIDLength)),
    ] {
      let id = CredentialID([UInt8](repeating: 1, count: count))
      let changes = CeremonyChanges {
        $0.attestedCredentialID = id
        $0.rawID = id
      }
      #expect(Refusal { try stage.register(changes) } == expected)
    }
  }

  @Test("step 26: the store has the refusal of an id that is registered already")
  func step26() {
    let refusal = CeremonyRefusal.credentialAlreadyRegistered
    #expect(refusal.step == "7.1.26")
    #expect(refusal.description == "credential_already_registered (step 7.1.26)")
  }

  @Test("step 27: an envelope that names another credential is refused")
  func step27() throws {
    let stage = try Stage()
    let changes = CeremonyChanges { $0.rawID = CredentialID([9]) }
    #expect(Refusal { try stage.register(changes) } == .refused("7.1.27", .credentialMismatch))
  }

  @Test("step 28: extension outputs that are no map are refused, and others are tolerated")
  func step28() throws {
    let stage = try Stage()
    let wrong = CeremonyChanges { $0.extensionBytes = CBORValue.array([]).serialized() }
    #expect(Refusal { try stage.register(wrong) } == .malformed("7.1.28", .extensionsMalformed))
    let right = CeremonyChanges {
      $0.extensionBytes = CBORValue.map(["credProtect": 2]).serialized()
    }
    #expect(Refusal { try stage.register(right) } == nil)
  }
}
