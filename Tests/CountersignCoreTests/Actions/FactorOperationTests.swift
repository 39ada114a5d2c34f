import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Changes of factors, repeated")
struct FactorOperationTests {
  @Test("keys are revoked once under an idempotency key, and found by it")
  func revocation() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let asked = try await harness.factorAssertion(
      authenticator, session, changing: .removeAllPasskeys)
    let key = try IdempotencyKey("revoke-1")
    let first = try await harness.service.credentials.revoke(
      .all, RevocationRequest(proof: .assertion(asked)), idempotencyKey: key,
      session: session
    ).get()
    #expect(first.answer.revoked == 1 && !first.isReplayed)
    // The key that would prove it is gone; the answer is the first all the same.
    let again = try await harness.service.credentials.revoke(
      .all, RevocationRequest(proof: .assertion(asked)), idempotencyKey: key,
      session: session
    ).get()
    #expect(again.answer == first.answer && again.isReplayed)
    let operation = try await harness.service.actions.operation("revoke-1", session: session).get()
    #expect(operation.scenario == .manageFactors)
    #expect(operation.result == nil)
    let other = try await harness.service.devices.revoke(
      .all, idempotencyKey: key, session: session)
    #expect(other.refusal == .alreadyUsed)
    #expect(try await harness.auditKinds().count { $0 == "credential_revoked" } == 1)
  }

  @Test("the same proof for the same change gives the first answer, for another it is used up")
  func proofAgain() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let other = try await harness.registerKeyByKey(authenticator, session)
    let options = try await harness.factorOptions(
      session, changing: .keepOnlyPasskey(other.credentialID))
    let request = RevocationRequest(proof: .assertion(try other.assert(options)))
    let first = try await harness.service.credentials.revoke(
      .others(keeping: other.credentialID), request, session: session
    ).get()
    #expect(first.answer.revoked == 1 && !first.isReplayed)
    let again = try await harness.service.credentials.revoke(
      .others(keeping: other.credentialID), request, session: session
    ).get()
    #expect(again.answer == first.answer && again.isReplayed)
    let whole = try await harness.service.credentials.revoke(.all, request, session: session)
    #expect(whole.refusal == .alreadyUsed)
    let challengeID = Base64URL.encode(Array(options.challenge.bytes[1..<25]))
    let operation = try await harness.service.actions.operation(challengeID, session: session).get()
    #expect(operation.result == nil)
  }

  @Test("a PIN is changed once under an idempotency key, and a repetition costs no attempt")
  func pin() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    try await harness.setPIN("2580", session)
    let key = try IdempotencyKey("pin-1")
    let request = SetPINRequest(
      pin: SecretText("9713"), entitlement: .oldPIN(SecretText("2580")))
    for count in 0..<7 {
      let change = try await harness.service.pins.set(
        request, idempotencyKey: key, session: session
      ).get()
      #expect(change.isReplayed == (count > 0))
    }
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
    #expect(try await harness.auditKinds().count { $0 == "pin_changed" } == 1)
    #expect(try await harness.sendByPIN("9713", session, "buy-1").refusal == nil)
  }
}

extension ServiceHarness {
  fileprivate func factorOptions(
    _ session: AuthenticatedSession, changing change: FactorChange
  ) async throws -> CredentialRequestOptions {
    try await service.actions.options(
      LinkedOptionsRequest(changing: change), session: session
    ).get().options
  }

  fileprivate func factorAssertion(
    _ authenticator: TestAuthenticator, _ session: AuthenticatedSession,
    changing change: FactorChange = .addPasskey
  ) async throws -> AssertionResponse {
    try authenticator.assert(try await factorOptions(session, changing: change))
  }

  fileprivate func registerKeyByKey(
    _ authenticator: TestAuthenticator, _ session: AuthenticatedSession
  ) async throws -> TestAuthenticator {
    let other = try newAuthenticator()
    let proof = Proof.assertion(try await factorAssertion(authenticator, session))
    let options = try await service.credentials.registrationOptions(
      RegistrationOptionsRequest(proof: proof), session: session
    ).get()
    _ = try await service.credentials.register(other.register(options), session: session).get()
    return other
  }
}
