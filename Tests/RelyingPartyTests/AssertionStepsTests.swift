import CountersignTesting
import RelyingParty
import Testing
import WebAuthnModel

@Suite("assertion, section 7.2 of WebAuthn Level 3")
struct AssertionStepsTests {
  @Test("an honest assertion of each algorithm verifies", arguments: COSEAlgorithm.allCases)
  func honest(algorithm: COSEAlgorithm) throws {
    let stage = try Stage(algorithm)
    let verified = try stage.assert(userHandle: stage.user)
    #expect(verified.credentialID == stage.authenticator.credentialID)
    #expect(verified.owner == stage.user)
    #expect(verified.challenge == stage.challenge)
    #expect(verified.origin.text == "https://example.org")
    #expect(verified.userVerified)
    #expect(verified.updatedRecord.userVerified)
    #expect(verified.signCountVerdict == .accepted(0))
  }

  @Test("step 5: an id other than rawId is refused, and so is a credential not asked for")
  func step5() throws {
    let stage = try Stage()
    let changes = CeremonyChanges { $0.envelopeID = CredentialID([9]) }
    #expect(Refusal { try stage.assert(changes) } == .malformed("7.2.5", .envelopeMismatch))
    let other = [CredentialID([7])]
    #expect(
      Refusal { try stage.assert(allowed: other) } == .refused("7.2.5", .credentialNotAllowed))
    #expect(
      Refusal { try stage.assert(allowed: other + [stage.authenticator.credentialID]) } == nil)
  }

  @Test("step 6: a credential of another account is refused")
  func step6Owner() throws {
    let stage = try Stage()
    let foreign = stage.record(owner: UserHandle([66]))
    #expect(Refusal { try stage.assert(record: foreign) } == .refused("7.2.6", .ownerMismatch))
  }

  @Test("step 6: a record of another credential is refused")
  func step6Credential() throws {
    let stage = try Stage()
    let changes = CeremonyChanges { $0.rawID = CredentialID([9]) }
    #expect(Refusal { try stage.assert(changes) } == .refused("7.2.6", .credentialMismatch))
  }

  @Test("step 6: another account's user handle is refused")
  func step6UserHandle() throws {
    let stage = try Stage()
    #expect(
      Refusal { try stage.assert(userHandle: UserHandle([66])) }
        == .refused("7.2.6", .userHandleMismatch))
  }

  @Test("step 6: an account that nobody named beforehand must be named by the authenticator")
  func step6Discoverable() throws {
    let stage = try Stage()
    func owned(_ userHandle: UserHandle?) throws -> OwnedCredential {
      let response = try stage.authenticator.assert(
        challenge: stage.challenge, userHandle: userHandle)
      return try OwnedCredential(stage.record(), claimedBy: UnverifiedAssertion(response))
    }
    #expect(try owned(stage.user).record == stage.record())
    #expect(Refusal { try owned(nil) } == .refused("7.2.6", .userHandleMissing))
    #expect(Refusal { try owned(UserHandle([66])) } == .refused("7.2.6", .ownerMismatch))
  }

  @Test("step 7: authenticator data cut short, with surplus bytes or a credential are refused")
  func step7() throws {
    let stage = try Stage()
    let surplus = CeremonyChanges { $0.trailingBytes = [0] }
    #expect(
      Refusal { try stage.assert(surplus) } == .malformed("7.2.7", .authenticatorDataMalformed))
    let honest = try stage.authenticator.assert(challenge: stage.challenge)
    let cut = AssertionResponse(
      credentialID: honest.id, clientDataJSON: honest.clientDataJSON,
      authenticatorData: Array(honest.authenticatorData.dropLast()), signature: honest.signature)
    #expect(Refusal { try stage.verify(cut) } == .malformed("7.2.7", .authenticatorDataMalformed))
    let registered = try AttestationObject(
      parsing: stage.authenticator.register(challenge: stage.challenge, user: stage.user)
        .attestationObject)
    let withCredential = AssertionResponse(
      credentialID: honest.id, clientDataJSON: honest.clientDataJSON,
      authenticatorData: registered.authenticatorData, signature: honest.signature)
    #expect(
      Refusal { try stage.verify(withCredential) } == .malformed("7.2.7", .unexpectedCredentialData)
    )
  }

  @Test("steps 8 and 9: client data that are no object, or with crossOrigin as a text, are refused")
  func step9() throws {
    let stage = try Stage()
    let honest = try stage.authenticator.assert(challenge: stage.challenge)
    for text in ["", "[]", "{}", "{\"type\":\"webauthn.get\"", "\u{0}"] {
      let response = AssertionResponse(
        credentialID: honest.id, clientDataJSON: Array(text.utf8),
        authenticatorData: honest.authenticatorData, signature: honest.signature)
      #expect(Refusal { try stage.verify(response) } == .malformed("7.2.9", .clientDataMalformed))
    }
    let changes = CeremonyChanges { $0.clientData = [("crossOrigin", "false")] }
    #expect(Refusal { try stage.assert(changes) } == .malformed("7.2.9", .clientDataMalformed))
  }

  @Test("step 9: a member that a browser adds is tolerated")
  func step9FurtherMember() throws {
    let changes = CeremonyChanges {
      $0.clientData = [("other_keys_can_be_added_here", "do not compare clientDataJSON")]
    }
    let stage = try Stage()
    #expect(Refusal { try stage.assert(changes) } == nil)
  }

  @Test(
    "step 10: client data of a registration are refused", arguments: ["webauthn.create", "get"])
  func step10(type: String) throws {
    let stage = try Stage()
    let changes = CeremonyChanges { $0.clientData = [("type", .string(type))] }
    #expect(Refusal { try stage.assert(changes) } == .refused("7.2.10", .typeMismatch))
  }

  @Test("step 11: another challenge is refused")
  func step11() throws {
    let stage = try Stage()
    for text in ["", "AAAA", Challenge(stage.challenge.bytes.dropLast()).base64URL] {
      let changes = CeremonyChanges { $0.clientData = [("challenge", .string(text))] }
      #expect(Refusal { try stage.assert(changes) } == .refused("7.2.11", .challengeMismatch))
    }
  }

  @Test(
    "step 12: another origin is refused",
    arguments: [
      "https://example.com", "http://example.org", "https://example.org:8443", "null", "",
      "https://example.org/", "https://sub.example.org", "HTTPS://example.org",
      "https://example.org.evil.example", "ios:bundle-id:org.example.app",
    ])
  func step12(origin: String) throws {
    let stage = try Stage()
    let changes = CeremonyChanges { $0.clientData = [("origin", .string(origin))] }
    #expect(Refusal { try stage.assert(changes) } == .refused("7.2.12", .originNotAllowed))
  }

  @Test("step 12: a credential of the web is refused in an app, and the other way round")
  func step12Kind() throws {
    var stage = try Stage()
    let app = try Stage.origin("ios:bundle-id:org.example.app")
    let web = stage.authenticator.origin
    stage.policy = CeremonyPolicy(
      relyingPartyID: stage.policy.relyingPartyID, origins: [web, app])
    let ofWeb = stage.record()
    stage.authenticator.origin = app
    let ofApp = stage.record()
    #expect(Refusal { try stage.assert(record: ofApp) } == nil)
    #expect(
      Refusal { try stage.assert(record: ofWeb) } == .refused("7.2.12", .originKindChanged))
    stage.authenticator.origin = web
    #expect(
      Refusal { try stage.assert(record: ofApp) } == .refused("7.2.12", .originKindChanged))
  }

  @Test("step 13: a foreign frame is refused, or must name its page where frames are allowed")
  func step13() throws {
    var stage = try Stage()
    let framed = CeremonyChanges { $0.clientData = [("crossOrigin", true)] }
    #expect(Refusal { try stage.assert(framed) } == .refused("7.2.13", .crossOriginNotAllowed))
    stage.policy.crossOrigin = .allow(topOrigins: [try Stage.origin("https://example.com")])
    #expect(Refusal { try stage.assert(framed) } == .refused("7.2.13", .topOriginMissing))
  }

  @Test("step 14: a top origin is refused unless it is allowed and the frame is foreign")
  func step14() throws {
    var stage = try Stage()
    func changes(_ topOrigin: String, crossOrigin: Bool = true) -> CeremonyChanges {
      CeremonyChanges {
        $0.clientData = [
          ("crossOrigin", .bool(crossOrigin)), ("topOrigin", .string(topOrigin)),
        ]
      }
    }
    let sameFrame = changes("https://example.com", crossOrigin: false)
    let expected = Refusal.refused("7.2.14", .topOriginNotAllowed)
    #expect(Refusal { try stage.assert(sameFrame) } == expected)
    stage.policy.crossOrigin = .allow(topOrigins: [try Stage.origin("https://example.com")])
    #expect(Refusal { try stage.assert(sameFrame) } == expected)
    #expect(Refusal { try stage.assert(changes("https://evil.example")) } == expected)
    #expect(Refusal { try stage.assert(changes("null")) } == expected)
    let verified = try stage.assert(changes("https://example.com"))
    #expect(verified.topOrigin?.text == "https://example.com")
  }

  @Test("step 15: another relying party's hash is refused")
  func step15() throws {
    let stage = try Stage()
    let changes = CeremonyChanges { $0.relyingPartyID = RelyingPartyID("example.com") }
    #expect(Refusal { try stage.assert(changes) } == .refused("7.2.15", .relyingPartyMismatch))
  }

  @Test("step 16: an assertion without anybody there is refused")
  func step16() throws {
    let stage = try Stage()
    let changes = CeremonyChanges { $0.flags = [.userVerified] }
    #expect(Refusal { try stage.assert(changes) } == .refused("7.2.16", .userNotPresent))
  }

  @Test("step 17: an unverified person is refused where verification is required")
  func step17() throws {
    var stage = try Stage()
    let changes = CeremonyChanges { $0.flags = [.userPresent] }
    #expect(Refusal { try stage.assert(changes) } == .refused("7.2.17", .userNotVerified))
    stage.policy.userVerification = .preferred
    #expect(try !stage.assert(changes).userVerified)
  }

  @Test("step 18: a credential that is backed up although it cannot be is refused")
  func step18() throws {
    let stage = try Stage()
    let changes = CeremonyChanges { $0.flags = [.userPresent, .userVerified, .backedUp] }
    #expect(Refusal { try stage.assert(changes) } == .refused("7.2.18", .backupStateInvalid))
  }

  // Holds: counters
  @Test("step 19: a change of backup eligibility is refused, a change of backup state is not")
  func step19() throws {
    let stage = try Stage()
    let eligible = CeremonyChanges { $0.flags = [.userPresent, .userVerified, .backupEligible] }
    let expected = Refusal.refused("7.2.19", .backupEligibilityChanged)
    #expect(Refusal { try stage.assert(eligible) } == expected)
    let synced = stage.record(backupEligible: true)
    #expect(Refusal { try stage.assert(record: synced) } == expected)
    let backedUp = CeremonyChanges {
      $0.flags = [.userPresent, .userVerified, .backupEligible, .backedUp]
    }
    #expect(try stage.assert(backedUp, record: synced).updatedRecord.backedUp)
  }

  @Test("steps 20 and 21: another key's signature is refused", arguments: COSEAlgorithm.allCases)
  func step21(algorithm: COSEAlgorithm) throws {
    let stage = try Stage(algorithm)
    let other = try TestKey(algorithm)
    let changes = CeremonyChanges { $0.signingKey = other }
    #expect(Refusal { try stage.assert(changes) } == .refused("7.2.21", .signatureInvalid))
  }

  // Holds: WebAuthn
  @Test("step 21: a signature over the bare challenge is refused")
  func step21BareChallenge() throws {
    let stage = try Stage()
    let honest = try stage.authenticator.assert(challenge: stage.challenge)
    let bare = AssertionResponse(
      credentialID: honest.id, clientDataJSON: honest.clientDataJSON,
      authenticatorData: honest.authenticatorData,
      signature: try stage.authenticator.key.signature(over: stage.challenge.bytes))
    #expect(Refusal { try stage.verify(bare) } == .refused("7.2.21", .signatureInvalid))
  }

  // Holds: counters
  @Test("step 22: a counter that does not grow is refused where the key cannot be synced")
  func step22() throws {
    var stage = try Stage()
    let expected = Refusal.refused("7.2.22", .signCountNotGreater)
    for received: UInt32 in [0, 4, 5] {
      stage.authenticator.signCount = received
      #expect(Refusal { try stage.assert(record: stage.record(signCount: 5)) } == expected)
    }
    stage.authenticator.signCount = 6
    let verified = try stage.assert(record: stage.record(signCount: 5))
    #expect(verified.updatedRecord.signCount == 6)
  }

  // Holds: counters
  @Test("step 22: a synced passkey whose counter does not grow is noted, not refused")
  func step22Synced() throws {
    var stage = try Stage()
    stage.authenticator.flags.insert(.backupEligible)
    stage.authenticator.signCount = 3
    let record = stage.record(signCount: 5, backupEligible: true)
    #expect(try stage.assert(record: record).signCountVerdict == .noted(3))
  }

  @Test("step 22: a caller that decides on the counter itself is told what it must refuse")
  func step22ByCaller() throws {
    let stage = try Stage()
    let response = try stage.authenticator.assert(challenge: stage.challenge)
    let verified = try UnverifiedAssertion(response).verified(
      challenge: stage.challenge,
      credential: OwnedCredential(stage.record(signCount: 5), owner: stage.user),
      policy: stage.policy, signCount: .byCaller)
    #expect(verified.signCountVerdict == .refused)
    #expect(verified.signCount == 0)
  }

  @Test("step 23: extension outputs that are no map are refused, and others are tolerated")
  func step23() throws {
    let stage = try Stage()
    let wrong = CeremonyChanges { $0.extensionBytes = CBORValue.text("uvm").serialized() }
    #expect(Refusal { try stage.assert(wrong) } == .malformed("7.2.23", .extensionsMalformed))
    let right = CeremonyChanges { $0.extensionBytes = CBORValue.map(["uvm": []]).serialized() }
    #expect(Refusal { try stage.assert(right) } == nil)
  }
}

@Suite("sign count")
struct SignCountVerdictTests {
  @Test(
    "the verdict follows from what is stored, what is received, and whether the key may be synced",
    arguments: [
      (UInt32(0), UInt32(0), false, SignCountVerdict.accepted(0)), (0, 0, true, .accepted(0)),
      (0, 1, false, .accepted(1)), (5, 6, false, .accepted(6)), (5, 6, true, .accepted(6)),
      (5, 5, false, .refused), (5, 4, false, .refused), (5, 0, false, .refused),
      (5, 5, true, .noted(5)), (5, 4, true, .noted(4)), (5, 0, true, .noted(0)),
      (.max, .max, false, .refused), (.max, 0, false, .refused),
      (.max - 1, .max, false, .accepted(.max)),
    ])
  func verdict(stored: UInt32, received: UInt32, backupEligible: Bool, expected: SignCountVerdict) {
    #expect(
      SignCountVerdict(stored: stored, received: received, backupEligible: backupEligible)
        == expected)
  }
}
