public import WebAuthnModel

extension UnverifiedAssertion {
  /// Verifies the assertion by WebAuthn Level 3 section 7.2, step by step.
  ///
  /// - Parameters:
  ///   - challenge: The challenge as issued, which the caller has judged to be its own and fresh.
  ///   - credential: The credential of the account that signs in.
  ///   - policy: What is expected of the ceremony.
  ///   - allowed: The ids that the client was asked for; empty when it was free to choose.
  ///   - signCount: Who decides on the signature counter.
  /// - Returns: What the assertion proves.
  /// - Throws: A refusal with its step, when one does not hold.
  public func verified(
    challenge: Challenge, credential: OwnedCredential, policy: CeremonyPolicy,
    allowed: [CredentialID] = [], signCount: SignCountDecision = .here
  ) throws(CeremonyRefusal) -> VerifiedAssertion {
    // Steps 1 to 4 are the client's: options were made, `get` was called, and the response came.

    // Step 5: the credential is one of those asked for.
    guard allowed.isEmpty || allowed.contains(credentialID) else {
      throw .refused("7.2.5", .credentialNotAllowed)
    }
    // Step 6: it is the account's (`OwnedCredential`), and the authenticator names no other.
    let record = credential.record
    guard record.id == credentialID else { throw .refused("7.2.6", .credentialMismatch) }
    guard userHandle == nil || userHandle == record.owner else {
      throw .refused("7.2.6", .userHandleMismatch)
    }
    // Steps 7 to 9 were done when the assertion was read.

    // Step 10: the client data are of an assertion.
    guard client.type == .get else { throw .refused("7.2.10", .typeMismatch) }
    // Step 11: they answer the challenge.
    guard client.challenge == challenge else { throw .refused("7.2.11", .challengeMismatch) }
    // Steps 12 to 14: origin, foreign frame, top origin.
    let place = try OriginSteps.assertion.judge(client, policy)
    // Beyond the standard: a web credential works on the web only, an app's in apps of its kind.
    guard place.origin.kind == record.origin.kind else {
      throw .refused("7.2.12", .originKindChanged)
    }

    // Step 15: the authenticator signed for this relying party.
    guard authenticator.relyingPartyIDHash == policy.relyingPartyIDHash else {
      throw .refused("7.2.15", .relyingPartyMismatch)
    }
    // Steps 16 to 19.
    try judgeFlags(record, policy)
    // Steps 20 and 21: the signature is over authenticator data and the client data's hash.
    try verifySignature(record)
    // Step 22: the counter.
    let verdict = SignCountVerdict(
      stored: record.signCount, received: authenticator.signCount,
      backupEligible: record.backupEligible)
    guard verdict != .refused || signCount == .byCaller else {
      throw .refused("7.2.22", .signCountNotGreater)
    }

    // Step 23: no extension is asked for; unsolicited outputs are ignored, but their shape was
    // checked.
    // Steps 24 and 25: the caller stores `updatedRecord` and goes on.
    return VerifiedAssertion(
      assertion: self, record: record, place: place, signCountVerdict: verdict)
  }

  private func judgeFlags(
    _ record: CredentialRecord, _ policy: CeremonyPolicy
  ) throws(CeremonyRefusal) {
    let flags = authenticator.flags
    // Step 16: somebody was there.
    guard flags.contains(.userPresent) else { throw .refused("7.2.16", .userNotPresent) }
    // Step 17: the person was verified, where that is required.
    guard policy.userVerification != .required || flags.contains(.userVerified) else {
      throw .refused("7.2.17", .userNotVerified)
    }
    // Step 18: what cannot be backed up is not.
    guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else {
      throw .refused("7.2.18", .backupStateInvalid)
    }
    // Step 19: eligibility is as it was at registration.
    guard flags.contains(.backupEligible) == record.backupEligible else {
      throw .refused("7.2.19", .backupEligibilityChanged)
    }
  }

  private func verifySignature(_ record: CredentialRecord) throws(CeremonyRefusal) {
    let key: VerificationKey
    do throws(VerificationKeyError) {
      key = try VerificationKey(registered: record.publicKey)
    } catch {
      throw .refused("7.2.21", .publicKeyInvalid)
    }
    let message = response.authenticatorData + sha256(response.clientDataJSON)
    guard key.verifies(signature: response.signature, message: message) else {
      throw .refused("7.2.21", .signatureInvalid)
    }
  }
}
