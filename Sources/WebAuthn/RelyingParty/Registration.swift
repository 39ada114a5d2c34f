public import WebAuthnModel

/// A registration that could be read, and of which nothing is known to be true.
public struct UnverifiedRegistration: Sendable, Hashable {
  /// The registration as it was sent.
  public let response: RegistrationResponse
  private let client: CollectedClientData
  private let attestation: AttestationObject
  private let authenticator: AuthenticatorData
  private let credential: AttestedCredentialData

  /// Reads a registration; bytes that are none are refused as malformed.
  public init(_ response: RegistrationResponse) throws(CeremonyRefusal) {
    // Both names of the credential are one in the standard, so they must agree here.
    guard response.id == response.rawID else { throw .malformed("7.1.3", .envelopeMismatch) }
    self.response = response

    // 7.1 steps 5 and 6: decode the client data as UTF-8 and parse them as JSON.
    do throws(ClientDataError) {
      client = try CollectedClientData(parsing: response.clientDataJSON)
    } catch {
      throw .malformed("7.1.6", .clientDataMalformed)
    }

    // 7.1 step 13: decode the attestation object and the authenticator data inside it.
    do throws(AttestationObjectError) {
      attestation = try AttestationObject(parsing: response.attestationObject)
    } catch {
      throw .malformed("7.1.13", .attestationObjectMalformed)
    }
    authenticator = try Self.authenticatorData(attestation.authenticatorData)
    guard let credential = authenticator.attestedCredentialData else {
      throw .malformed("7.1.13", .credentialDataMissing)
    }
    self.credential = credential
  }

  /// The challenge that is said to be answered; the caller checks it before it verifies.
  public var claimedChallenge: Challenge { client.challenge }

  private static func authenticatorData(
    _ bytes: [UInt8]
  ) throws(CeremonyRefusal) -> AuthenticatorData {
    do throws(AuthenticatorDataError) {
      return try AuthenticatorData(parsing: bytes)
    } catch {
      // 7.1 step 28: authenticator extension outputs are a map.
      if error == .extensionsNotAMap { throw .malformed("7.1.28", .extensionsMalformed) }
      throw .malformed("7.1.13", .authenticatorDataMalformed)
    }
  }
}

extension UnverifiedRegistration {
  /// Verifies the registration by WebAuthn Level 3 section 7.1, step by step.
  ///
  /// - Parameters:
  ///   - challenge: The challenge as issued; the caller has found it to be its own and fresh.
  ///   - user: The account that registers, and will own the credential.
  ///   - policy: The expectations of the ceremony.
  /// - Returns: The new credential.
  /// - Throws: The refusal of the first step that does not hold.
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
    let place = try OriginSteps.registration.check(client, policy)

    // Step 12: hash the client data. Step 13 was done when the registration was read.
    let clientDataHash = sha256(response.clientDataJSON)

    // Step 14: the authenticator made the credential for this relying party.
    guard authenticator.relyingPartyIDHash == policy.relyingPartyIDHash else {
      throw .refused("7.1.14", .relyingPartyMismatch)
    }
    // Steps 15 to 19.
    try checkFlags(policy)
    // Step 20: the algorithm is one that was offered, and the key is a sound one of it.
    let (key, algorithm) = try checkKey(policy)
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

  private func checkFlags(_ policy: CeremonyPolicy) throws(CeremonyRefusal) {
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

  private func checkKey(
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

/// A registration that holds: this account made this credential, here.
///
/// There is one way to get one, ``UnverifiedRegistration/verified(challenge:user:policy:)``.
public struct VerifiedRegistration: Sendable, Hashable {
  /// The registration as it was sent, as evidence.
  public let response: RegistrationResponse
  /// The credential to be stored, unless its id is registered already.
  public let record: CredentialRecord
  /// The challenge that was answered.
  public let challenge: Challenge
  /// The origin of the page around the ceremony, if it ran in a foreign frame.
  public let topOrigin: Origin?
  /// The attestation format, such as `none`.
  public let attestationFormat: String
  /// The proof of the attestation.
  public let attestationType: AttestationType
  /// The make that the authenticator claims, 16 bytes; without trusted attestation just a claim.
  public let aaguid: [UInt8]
}

/// The proof of an attestation statement (section 6.5.3).
public enum AttestationType: String, Sendable, Hashable {
  /// Nothing.
  case none
  /// Possession of the private key.
  case selfSigned
}

/// An attestation statement, and the client data that it covers.
private struct AttestationStatement {
  let attestation: AttestationObject
  let clientDataHash: [UInt8]

  init(_ attestation: AttestationObject, clientDataHash: [UInt8]) {
    self.attestation = attestation
    self.clientDataHash = clientDataHash
  }

  /// Verifies the statement by its format, then asks the policy.
  func verified(
    key: VerificationKey, algorithm: COSEAlgorithm, policy: AttestationPolicy
  ) throws(CeremonyRefusal) -> AttestationType {
    let type: AttestationType
    // 7.1 step 21: determine the format, by its exact name.
    switch attestation.format {
    // 7.1 step 22: verify the statement by the format's own procedure.
    case "none": type = try verifiedNone()
    case "packed": type = try verifiedPacked(key: key, algorithm: algorithm)
    default: throw .refused("7.1.21", .attestationFormatUnknown)
    }
    // 7.1 step 23: neither type has trust anchors.
    // 7.1 step 24: assess the trust.
    switch (policy, type) {
    case (.none, .none), (.none, .selfSigned): return type
    }
  }

  /// Section 8.7: the statement is empty.
  private func verifiedNone() throws(CeremonyRefusal) -> AttestationType {
    guard attestation.statement.isEmpty else { throw .refused("7.1.22", .attestationInvalid) }
    return .none
  }

  /// Section 8.2, without x5c: the credential's own key has signed.
  private func verifiedPacked(
    key: VerificationKey, algorithm: COSEAlgorithm
  ) throws(CeremonyRefusal) -> AttestationType {
    let statement = attestation.statement
    // A chain would have to be verified up to a configured root; there is none here yet.
    guard statement["x5c"] == nil else { throw .refused("7.1.24", .attestationNotAllowed) }
    guard statement.count == 2, case .bytes(let signature)? = statement["sig"],
      let number = statement["alg"]?.integer
    else { throw .refused("7.1.22", .attestationInvalid) }
    // The algorithm is that of the credential's key.
    guard number == algorithm.rawValue else { throw .refused("7.1.22", .attestationInvalid) }
    // The signature is over authenticator data and the client data's hash.
    let message = attestation.authenticatorData + clientDataHash
    guard key.verifies(signature: signature, message: message) else {
      throw .refused("7.1.22", .attestationInvalid)
    }
    return .selfSigned
  }
}
