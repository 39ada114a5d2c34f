import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("TEST_BIOMETRICS")
struct BiometricTestTests {
  @Test("a test takes an assertion, its token or the PIN, and changes nothing but what was used")
  func everyProof() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    _ = try await harness.service.pins.set(
      SetPINRequest(
        pin: SecretText("2580"),
        entitlement: .proof(
          try await harness.managementProof(authenticator, session, changing: .setPIN))),
      session: session
    ).get()
    let assertion = try await harness.testAssertion(authenticator, session)
    let token = try await harness.service.proofs.verify(
      harness.testAssertion(authenticator, session), session: session
    ).get().verificationToken
    for proof in [
      .assertion(assertion), .verificationToken(token), Proof.pin(SecretText("2580")),
    ] {
      let outcome = try await harness.test(proof, session).get()
      #expect(!outcome.isReplayed)
    }
    #expect(try await harness.auditKinds().count { $0 == "biometrics_tested" } == 3)
    #expect(try await harness.service.moneyOrders.balance(session) == 5000)
    #expect(try await harness.fault() == nil)
  }

  @Test("the same proof or key gives the first test again, and costs no attempt at the PIN")
  func repeated() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let assertion = try await harness.testAssertion(authenticator, session)
    #expect(try await !harness.test(.assertion(assertion), session).get().isReplayed)
    #expect(try await harness.test(.assertion(assertion), session).get().isReplayed)
    let other = try await ServiceHarness()
    let person = try await other.signUp()
    try await other.setPIN("2580", person)
    let key = try IdempotencyKey("test-1")
    #expect(try await !other.test(.pin(SecretText("2580")), person, key).get().isReplayed)
    #expect(try await other.test(.pin(SecretText("9713")), person, key).get().isReplayed)
    #expect(try await other.service.secondFactors.show(person).failedAttempts == 0)
    let operation = try await other.service.actions.operation("test-1", session: person).get()
    #expect(operation.scenario == .testBiometrics && operation.result == nil)
  }

  @Test("what is proved for a test does nothing else, and what is proved for another tests nothing")
  func otherScenario() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let review = try await harness.review()
    let assertion = try await harness.testAssertion(authenticator, session)
    #expect(
      try await harness.approvalRefusal(review, .assertion(assertion), session)
        == .challengeUnknown)
    let revocation = try await harness.service.credentials.revoke(
      .all, RevocationRequest(proof: .assertion(assertion)), session: session)
    #expect(revocation.refusal == .challengeUnknown)
    for other in [
      try await harness.unlinkedAssertion(authenticator, session),
      try await harness.reviewAssertion(review, authenticator, session),
    ] {
      #expect(
        try await harness.test(.assertion(other), session).refusal == .challengeUnknown)
    }
    let options = try await harness.service.actions.options(
      LinkedOptionsRequest(scenario: .testBiometrics, payload: ["amount": 1]), session: session)
    #expect(options.refusal == .unacceptableValue)
  }

  @Test("a test that verified entitles to nothing, and frees no low-value limit")
  func provesNothingElse() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey {
      $0.lowValueRepeats = 1
    }
    let first = try await harness.unlinkedAssertion(authenticator, session)
    _ = try await harness.send(
      SendMoneyRequest(payload: .sample, proof: .assertion(first)), session)
    let assertion = try await harness.testAssertion(authenticator, session)
    _ = try await harness.service.proofs.verify(assertion, session: session).get()
    _ = try await harness.test(.assertion(assertion), session).get()
    let revocation = try await harness.service.credentials.revoke(
      .all, RevocationRequest(), session: session)
    #expect(revocation.refusal == .insufficientUserAuthentication)
    let second = try await harness.unlinkedAssertion(authenticator, session)
    #expect(
      try await harness.refusal(
        SendMoneyRequest(payload: .sample, proof: .assertion(second)), session) == .linkingRequired)
  }

  @Test("a test past the challenge's time, and one in a session that is over, is refused")
  func late() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let assertion = try await harness.testAssertion(authenticator, session)
    harness.clock.advance(seconds: 91)
    try await harness.keepAlive(session)
    #expect(
      try await harness.test(.assertion(assertion), session).refusal == .challengeExpired)
    let another = try await harness.testAssertion(authenticator, session)
    try await harness.service.sessions.end(session)
    #expect(try await harness.test(.assertion(another), session).refusal == .sessionRequired)
  }
}

extension ServiceHarness {
  /// Tests a proof.
  func test(
    _ proof: Proof, _ session: AuthenticatedSession, _ key: IdempotencyKey? = nil
  ) async throws -> Decision<ActionResponse<BiometricTestAnswer>> {
    try await service.actions.testBiometrics(
      BiometricTestRequest(proof: proof), idempotencyKey: key, session: session
    ).executed()
  }

  /// An assertion over a challenge for a test.
  func testAssertion(
    _ authenticator: TestAuthenticator, _ session: AuthenticatedSession
  ) async throws -> AssertionResponse {
    let options = try await service.actions.options(
      LinkedOptionsRequest(scenario: .testBiometrics, payload: [:]), session: session
    ).get()
    #expect(options.transaction == nil)
    return try authenticator.assert(options.options)
  }

  /// A proof by a key with which factors are changed.
  func managementProof(
    _ authenticator: TestAuthenticator, _ session: AuthenticatedSession,
    changing change: FactorChange = .addPasskey
  ) async throws -> Proof {
    let options = try await service.actions.options(
      LinkedOptionsRequest(changing: change), session: session
    ).get()
    return .assertion(try authenticator.assert(options.options))
  }
}
