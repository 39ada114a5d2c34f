import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Adding and removing factors")
struct FactorTests {
  // Holds: RTS-24
  @Test("RTS-24: once there is a factor, a mailed code alone adds none, on any route")
  func takeOverByMailbox() async throws {
    let (harness, owner, key) = try await ServiceHarness.withKey()
    // The thief reads the mailbox and opens a session of the owner's account.
    let thief = try await harness.signUp()
    #expect(thief.accountID == owner.accountID)
    let registerCode = try await harness.code(.register, thief, to: "ada@example.com")
    let options = try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: registerCode), session: thief)
    #expect(options.refusal == .insufficientUserAuthentication)
    let pinCode = try await harness.code(.setPIN, thief, to: "ada@example.com")
    let pin = SetPINRequest(pin: SecretText("924715"), entitlement: .validateCode(pinCode))
    #expect(
      try await harness.service.pins.set(pin, session: thief).refusal
        == .insufficientUserAuthentication)
    // Nor can the thief revoke what is there; and if it were revoked, a code would still add none.
    let revoking = try await harness.service.credentials.revoke(.all, session: thief)
    #expect(revoking.refusal == .insufficientUserAuthentication)
    _ = try await harness.revokeKeys(.all, by: key, owner).get()
    let afterwards = try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: registerCode), session: thief)
    #expect(afterwards.refusal == .insufficientUserAuthentication)
    #expect(
      try await harness.service.pins.set(pin, session: thief).refusal
        == .insufficientUserAuthentication)
  }

  // Holds: RTS-24
  @Test("one code gives one factor, even where options were asked for twice")
  func oneCodeOneFactor() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let code = try await harness.code(.register, session, to: "ada@example.com")
    let request = RegistrationOptionsRequest(validateCode: code)
    let first = try await harness.service.credentials.registrationOptions(request, session: session)
      .get()
    let second = try await harness.service.credentials.registrationOptions(
      request, session: session
    ).get()
    let one = try harness.newAuthenticator()
    let other = try harness.newAuthenticator()
    _ = try await harness.service.credentials.register(one.register(first), session: session).get()
    let refused = try await harness.service.credentials.register(
      other.register(second), session: session)
    #expect(refused.refusal == .alreadyUsed)
    let replay = try await harness.service.credentials.register(
      one.register(first), session: session)
    #expect(replay.refusal == .alreadyUsed)
  }

  // Holds: ASVS-7.5.1
  @Test("a further key needs a proof by one that is there, made for that and used once")
  func furtherKey() async throws {
    let (harness, session, first) = try await ServiceHarness.withKey()
    let wrongScenario = try await harness.unlinkedAssertion(first, session)
    let refused = try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(proof: .assertion(wrongScenario)), session: session)
    #expect(refused.refusal == .linkingRequired)
    let management = try await harness.service.actions.options(
      LinkedOptionsRequest(changing: .addPasskey), session: session
    ).get()
    let proof = RegistrationOptionsRequest(
      proof: .assertion(try first.assert(management.options)))
    let options = try await harness.service.credentials.registrationOptions(proof, session: session)
      .get()
    #expect(options.excludeCredentials.map(\.id) == [first.credentialID])
    let second = try harness.newAuthenticator()
    _ = try await harness.service.credentials.register(
      second.register(options), session: session
    ).get()
    #expect(try await harness.service.credentials.list(session).credentials.count == 2)
    // The same options once more, around the challenge that was used up.
    let again = try await harness.service.credentials.registrationOptions(proof, session: session)
      .get()
    #expect(again.challenge == options.challenge)
    let third = try await harness.service.credentials.register(
      harness.newAuthenticator().register(again), session: session)
    #expect(third.refusal == .alreadyUsed)
  }

  @Test("a key of another account is refused although its signature is right")
  func foreignKey() async throws {
    let harness = try await ServiceHarness()
    let ada = try await harness.signUp("ada@example.com")
    let eve = try await harness.signUp("eve@example.com")
    let key = try await harness.registerKey(eve, to: "eve@example.com")
    let assertion = try await harness.unlinkedAssertion(key, ada)
    let decision = try await harness.service.proofs.verify(assertion, session: ada)
    #expect(decision.refusal == .verificationFailed)
  }

  // Holds: NIST-nonce
  @Test("a challenge of another session, purpose or server is unknown")
  func foreignChallenge() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let other = try await harness.signUp()
    let ofOther = try await harness.unlinkedAssertion(key, other)
    #expect(
      try await harness.service.proofs.verify(ofOther, session: session).refusal
        == .challengeUnknown)
    let ofSignIn = try await key.assert(harness.signInOptions())
    #expect(
      try await harness.service.proofs.verify(ofSignIn, session: session).refusal
        == .challengeUnknown)
    let stranger = try await ServiceHarness()
    let ofStranger = try await key.assert(stranger.signInOptions())
    #expect(
      try await harness.service.proofs.verify(ofStranger, session: session).refusal
        == .challengeUnknown)
  }

  @Test("a revoked key signs no more, and what it proved before acts no more")
  func revokedKey() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let assertion = try await harness.linkedAssertion(.sample, key, session)
    let verified = try await harness.linkedAssertion(.sample, key, session)
    let token = try await harness.service.proofs.verify(verified, session: session).get()
      .verificationToken
    let kept = try await harness.registerKey(
      session, by: harness.managementProof(key, session))
    _ = try await harness.revokeKeys(.one(key.credentialID), by: kept, session).get()
    let request = SendMoneyRequest(payload: .sample, proof: .assertion(assertion))
    #expect(try await harness.refusal(request, session) == .verificationFailed)
    for proof in [Proof.verificationToken(token), .assertion(verified)] {
      let late = SendMoneyRequest(payload: .sample, proof: proof)
      #expect(try await harness.refusal(late, session) == .verificationFailed)
    }
    let again = try await harness.service.credentials.revoke(
      .one(key.credentialID), RevocationRequest(proof: .assertion(verified)), session: session)
    #expect(again.refusal == .notFound)
  }

  @Test("an account has so many keys and no more, though options were asked for before")
  func fullOfKeys() async throws {
    let (harness, session, first) = try await ServiceHarness.withKey {
      $0.credentialsPerAccount = 2
    }
    var pending: [CredentialCreationOptions] = []
    for _ in 0..<2 {
      pending.append(try await furtherOptions(harness, session, first).get())
    }
    let second = try harness.newAuthenticator().register(pending[0])
    _ = try await harness.service.credentials.register(second, session: session).get()
    let third = try harness.newAuthenticator().register(pending[1])
    #expect(
      try await harness.service.credentials.register(third, session: session).refusal
        == .unacceptableValue)
    #expect(
      try await furtherOptions(harness, session, first).refusal == .unacceptableValue)
    let all = try await harness.revokeKeys(.all, by: first, session).get()
    #expect(all.answer.revoked == 2)
  }

  @Test("a right PIN for a key that there is no room for leaves no attempt counted")
  func fullOfKeysByPIN() async throws {
    let harness = try await ServiceHarness { $0.credentialsPerAccount = 1 }
    let session = try await harness.signUp()
    try await harness.setPIN("258036", session)
    let proof = RegistrationOptionsRequest(proof: .pin(SecretText("258036")))
    let options = try await harness.service.credentials.registrationOptions(proof, session: session)
      .get()
    let key = try harness.newAuthenticator().register(options)
    _ = try await harness.service.credentials.register(key, session: session).get()
    let refused = try await harness.service.credentials.registrationOptions(proof, session: session)
    #expect(refused.refusal == .unacceptableValue)
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
  }

  @Test("what a key entitled to is void when it is revoked")
  func revokedGrant() async throws {
    let (harness, session, first) = try await ServiceHarness.withKey()
    let options = try await furtherOptions(harness, session, first).get()
    _ = try await harness.revokeKeys(.all, by: first, session).get()
    let late = try harness.newAuthenticator().register(options)
    #expect(
      try await harness.service.credentials.register(late, session: session).refusal == .alreadyUsed
    )
  }

  private func furtherOptions(
    _ harness: ServiceHarness, _ session: AuthenticatedSession, _ key: TestAuthenticator
  ) async throws -> Decision<CredentialCreationOptions> {
    let management = try await harness.service.actions.options(
      LinkedOptionsRequest(changing: .addPasskey), session: session
    ).get()
    return try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(proof: .assertion(try key.assert(management.options))),
      session: session)
  }

  // Holds: ASVS-7.5.1
  @Test("ASVS-7.5.1: a key is revoked by a proof of that very change, and by no other")
  func proofOfThisChange() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let other = try await harness.registerKey(session, by: harness.managementProof(key, session))
    func revoke(_ change: FactorChange?) async throws -> Reason? {
      var proof: Proof?
      if let change {
        proof = try await harness.managementProof(other, session, changing: change)
      }
      return try await harness.service.credentials.revoke(
        .one(key.credentialID), RevocationRequest(proof: proof), session: session
      ).refusal
    }
    #expect(try await revoke(nil) == .insufficientUserAuthentication)
    for change in [
      FactorChange.addPasskey, .removePasskey(other.credentialID), .removeAllPasskeys,
      .keepOnlyPasskey(key.credentialID),
    ] {
      #expect(try await revoke(change) == .transactionMismatch, "\(change.change)")
    }
    #expect(try await revoke(.removePasskey(key.credentialID)) == nil)
  }

  // Holds: ASVS-7.5.1
  @Test("a PIN in a body revokes no key; without a strong factor it counts and revokes")
  func revocationByPIN() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let pin = SecretText("258036")
    _ = try await harness.service.pins.set(
      SetPINRequest(
        pin: pin,
        entitlement: .proof(
          try await harness.managementProof(key, session, changing: .setPIN))),
      session: session
    ).get()
    let later = try await harness.signUp()
    func revoke(_ proof: Proof?, _ id: CredentialID = key.credentialID) async throws -> Reason? {
      try await harness.service.credentials.revoke(
        .one(id), RevocationRequest(proof: proof), session: later
      ).refusal
    }
    #expect(try await revoke(nil) == .insufficientUserAuthentication)
    // What no right PIN could mend costs no attempt.
    #expect(try await revoke(.pin(SecretText("000001"))) == .insufficientUserAuthentication)
    #expect(try await revoke(.pin(pin)) == .insufficientUserAuthentication)
    #expect(try await revoke(.pin(SecretText("000001")), CredentialID([1])) == .notFound)
    #expect(try await harness.service.secondFactors.show(later).failedAttempts == 0)
    #expect(try await harness.service.secondFactors.show(later).hasBiometrics)
  }

  @Test("a key revokes itself by an assertion made for that, and by none for a purchase")
  func revocationByKey() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let proof = try await harness.managementProof(key, session, changing: .removeAllPasskeys)
    let purchase = Proof.assertion(try await harness.linkedAssertion(.sample, key, session))
    for (proof, refusal) in [(purchase, Reason.challengeUnknown), (proof, nil)] {
      let decision = try await harness.service.credentials.revoke(
        .all, RevocationRequest(proof: proof), session: session)
      #expect(decision.refusal == refusal)
    }
  }

  // Holds: counters
  @Test("a sign count that falls is refused for a key that cannot be backed up")
  func signCount() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    var key = try harness.newAuthenticator()
    key.signCount = 7
    let code = try await harness.code(.register, session, to: "ada@example.com")
    let options = try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: code), session: session
    ).get()
    _ = try await harness.service.credentials.register(key.register(options), session: session)
      .get()
    key.signCount = 8
    let next = try await harness.unlinkedAssertion(key, session)
    #expect(try await harness.service.proofs.verify(next, session: session).refusal == nil)
    // The same assertion again is no clone: its count was noted with it.
    #expect(try await harness.service.proofs.verify(next, session: session).refusal == nil)
    key.signCount = 8
    let clone = try await harness.unlinkedAssertion(key, session)
    #expect(
      try await harness.service.proofs.verify(clone, session: session).refusal
        == .verificationFailed)
    let noted = try await harness.store.read { transaction in
      try transaction.rows("SELECT details FROM audit WHERE kind = 'sign_count_behind'", [])
        .map { try $0.text(0) }
    }
    #expect(noted.count == 1)
    #expect(noted.first?.contains("\"refused\":true") == true)
  }
}
