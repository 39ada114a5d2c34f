import WebAuthnModel

/// An attestation statement with what it speaks about.
struct AttestationStatement {
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
