public import WireModel

/// Takes a proof and does nothing: the protected action of scenario TEST_BIOMETRICS.
///
/// The proof is verified and used up like any other action's. It neither counts towards the
/// low-value limit nor starts it anew, and says nothing of the session.
package struct TestBiometrics: ProtectedAction {
  package let name = "testBiometrics"
  package let scenario = ScenarioName.testBiometrics

  package func requirements(in policy: ServicePolicy) -> ProofRequirements {
    ProofRequirements(kinds: policy.scenarios.kinds(of: scenario))
  }

  package func bodyHash(of request: Void) -> [UInt8] { BodyHash.of(name, []) }

  package func document(
    for request: Void, _ facts: NoFacts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument { try words.document(.testBiometrics) }

  package func execute(
    _ request: Void, _ prepared: Void, _ facts: NoFacts, in context: ActionContext
  ) -> Execution { Execution("biometrics_tested") }

  package func result(of operation: StoredOperation) -> BiometricTestAnswer {
    BiometricTestAnswer()
  }
}

extension Actions {
  /// Takes a proof and does nothing.
  ///
  /// - Parameters:
  ///   - request: The proof.
  ///   - idempotencyKey: The caller's name for this operation, where it gave one.
  ///   - session: Who tests.
  /// - Returns: That the proof holds, or that a code was texted; or why it does not.
  /// - Throws: ``StoreError``; what became of the request is then asked by its proof or key.
  public func testBiometrics(
    _ request: BiometricTestRequest, idempotencyKey: IdempotencyKey?,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionOutcome<BiometricTestAnswer>> {
    try await pipeline.perform(
      TestBiometrics(),
      ActionCall(
        caller: .session(session), request: (), proof: UnverifiedProof(request.proof),
        idempotencyKey: idempotencyKey))
  }
}
