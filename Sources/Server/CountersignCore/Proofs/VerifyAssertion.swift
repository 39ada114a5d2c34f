import RelyingParty
public import WebAuthnModel
public import WireModel

extension Service {
  /// Verifies an assertion and gives a verification token (seed 002, step 4).
  ///
  /// The same assertion verified again, before it acted, gives a token with the same id.
  public func verifyAssertion(
    _ response: AssertionResponse, session: AuthenticatedSession
  ) async throws -> Decision<VerificationAnswer> {
    try await decision {
      let proof = try await judge(response, session: session, scenarios: scenarios)
      // Adding or removing a factor is no scenario of the table.
      if proof.scenario != .manageFactors {
        try await noting("proof_refused", .assertion, of: session) {
          guard policy.scenarios.kinds(of: proof.scenario).contains(.assertion) else {
            throw Refusal.proofNotAllowed
          }
        }
      }
      let now = clock.now()
      try await command { transaction in
        guard try Self.isOpen(session, in: transaction) else { throw Refusal.noSession }
        switch try spentState(of: proof, in: transaction) {
        case .acted: throw Refusal.usedUp
        case .verified: try requireTimely(proof, in: transaction)
        case .unused:
          try requireTimely(proof, in: transaction)
          try useCredential(of: proof, .unused, at: now, in: transaction)
          guard case .assertion(let judged) = proof.form else { return }
          try markVerified(proof, judged, at: now, in: transaction)
          // A proof that was made for a purchase says nothing of taking keys away.
          if proof.scenario == .manageFactors {
            try Self.noteProof(
              by: proof.methods, in: session.id, at: now, in: transaction)
          }
          let details: JSONObject = [
            "scenario": .string(proof.scenario.text), "linked": .bool(proof.isLinked),
            "amr": .array(Self.assertionMethods.map(JSONValue.string)),
            "challenge": .string(Base64URL.encode(proof.challengeID)),
          ]
          try audit.append(
            AuditEvent("assertion_verified", subject: proof.accountID, details), at: now,
            in: transaction)
        }
      }.get()
      return VerificationAnswer(
        verificationToken: tokens.issue(claims(of: proof, session: session, at: now)),
        expiresIn: policy.tokenSeconds)
    }
  }

  private func claims(
    of proof: KeyProof, session: AuthenticatedSession, at now: Timestamp
  ) -> VerificationClaims {
    VerificationClaims(
      iss: ceremony.relyingPartyID.text, aud: VerificationClaims.audience,
      sub: proof.accountID.text, sid: session.id.text, jti: Base64URL.encode(proof.challengeID),
      scenario: proof.scenario.text, nonce: Base64URL.encode(proof.nonce),
      binding: Base64URL.encode(proof.binding),
      acr: proof.isLinked ? Self.linkedContext : Self.unlinkedContext,
      amr: Self.assertionMethods, authTime: now.milliseconds / 1000, iat: now.milliseconds / 1000,
      exp: now.milliseconds / 1000 + policy.tokenSeconds)
  }

  /// The scenarios that a session's challenge can be for.
  private var scenarios: [ScenarioName] {
    [.topUp, .authorizeTransaction, .testBiometrics, .manageFactors] + policy.scenarios.ofHost
  }
  /// The authentication context of a proof that is linked to its transaction.
  static let linkedContext = "urn:countersign:acr:linked"
  /// The authentication context of a proof that is linked to none.
  static let unlinkedContext = "urn:countersign:acr:unlinked"
}
