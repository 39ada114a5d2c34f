public import WebAuthnModel

extension UnverifiedRegistration {
  /// Verifies the registration by WebAuthn Level 3 section 7.1, step by step.
  ///
  /// - Parameters:
  ///   - challenge: The challenge as issued, which the caller has judged to be its own and fresh.
  ///   - user: The account that registers, and will own the credential.
  ///   - policy: What is expected of the ceremony.
  /// - Returns: The new credential.
  /// - Throws: A refusal with its step, when one does not hold.
  public func verified(
    challenge: Challenge, user: UserHandle, policy: CeremonyPolicy
  ) throws(CeremonyRefusal) -> VerifiedRegistration {
    // Steps 1 to 4 are the client's: options were made, `create` was called, the response came.
    // Steps 5 and 6 were done when the registration was read.

    // Step 7: the client data are of a registration.
    guard client.type == .create else { throw .refused("7.1.7", .typeMismatch) }
    // Step 8: they answer the challenge.
    guard client.challenge == challenge else { throw .refused("7.1.8", .challengeMismatch) }
    // Steps 9 to 11: origin, foreign frame, top origin.
    let place = try OriginSteps.registration.judge(client, policy)

    // Step 12: hash the client data. Step 13 was done when the registration was read.
    let clientDataHash = sha256(response.clientDataJSON)

    // Step 14: the authenticator made the credential for this relying party.
    guard authenticator.relyingPartyIDHash == policy.relyingPartyIDHash else {
      throw .refused("7.1.14", .relyingPartyMismatch)
    }
    // Steps 15 to 19.
    try judgeFlags(policy)
    // Step 20: the algorithm is one that was offered, and the key is a sound one of it.
    let (key, algorithm) = try judgeKey(policy)
    // Steps 21 to 24: the attestation.
    let type = try AttestationStatement(attestation, clientDataHash: clientDataHash)
      .verified(key: key, algorithm: algorithm, policy: policy.attestation)

    // Step 25: the id is at most 1023 bytes.
    guard 1...CredentialID.maximumLength ~= credential.credentialID.bytes.count else {
      throw .refused("7.1.25", .credentialIDLength)
    }
    // Step 26: the store refuses an id that is registered already, in the transaction that writes
    // the record (`CeremonyRefusal.credentialAlreadyRegistered`).

    // Step 27: the record. The envelope must name the credential that the authenticator made.
    guard response.rawID == credential.credentialID else {
      throw .refused("7.1.27", .credentialMismatch)
    }
    let record = CredentialRecord(
      id: credential.credentialID, owner: user, publicKey: credential.publicKey,
      algorithm: algorithm, signCount: authenticator.signCount,
      backupEligible: authenticator.flags.contains(.backupEligible),
      backedUp: authenticator.flags.contains(.backedUp),
      userVerified: authenticator.flags.contains(.userVerified),
      transports: response.transports, origin: place.origin)

    // Step 28: no extension is asked for; unsolicited outputs are ignored, their shape was checked.
    // Step 29: the caller stores the record.
    return VerifiedRegistration(
      response: response, record: record, challenge: challenge, topOrigin: place.topOrigin,
      attestationFormat: attestation.format, attestationType: type, aaguid: credential.aaguid)
  }

  private func judgeFlags(_ policy: CeremonyPolicy) throws(CeremonyRefusal) {
    let flags = authenticator.flags
    // Step 15: somebody was there; conditional mediation is not offered.
    guard flags.contains(.userPresent) else { throw .refused("7.1.15", .userNotPresent) }
    // Step 16: the person was verified, where that is required.
    guard policy.userVerification != .required || flags.contains(.userVerified) else {
      throw .refused("7.1.16", .userNotVerified)
    }
    // Step 17: what cannot be backed up is not.
    guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else {
      throw .refused("7.1.17", .backupStateInvalid)
    }
    // Steps 18 and 19: no policy asks for one kind of credential; the flags are kept.
  }

  private func judgeKey(
    _ policy: CeremonyPolicy
  ) throws(CeremonyRefusal) -> (key: VerificationKey, algorithm: COSEAlgorithm) {
    let key: VerificationKey
    do throws(VerificationKeyError) {
      key = try VerificationKey(registering: credential.publicKey)
    } catch {
      switch error {
      case .shape(.algorithmMissing), .shape(.algorithmUnknown):
        throw .refused("7.1.20", .algorithmNotAllowed)
      case .shape: throw .malformed("7.1.20", .publicKeyInvalid)
      case .notSound: throw .refused("7.1.20", .publicKeyInvalid)
      }
    }
    guard policy.algorithms.contains(key.algorithm) else {
      throw .refused("7.1.20", .algorithmNotAllowed)
    }
    return (key, key.algorithm)
  }
}
